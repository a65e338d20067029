/** What failed because of one outage of the database: how often, by what it was. */
export type OutageFailures = Map<string, number>;

const byError = new WeakMap<Error, OutageFailures>();

/** Notes that an error is one of an outage. */
export function markAsOutage(error: Error, failures: OutageFailures): void {
  byError.set(error, failures);
}

/**
 * Returns the failures of the outage that an error comes from, be it the cause of the error; of
 * several errors, only if each comes from one.
 */
export function findOutage(error: unknown): OutageFailures | undefined {
  if (!(error instanceof Error)) return undefined;
  const marked = byError.get(error);
  if (marked || !(error instanceof AggregateError)) return marked ?? findOutage(error.cause);
  const outages = error.errors.map(findOutage);
  return outages.includes(undefined) ? undefined : outages[0];
}
