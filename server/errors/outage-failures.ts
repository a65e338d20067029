/** The failures because of one outage of the database: how often each task failed. */
export type OutageFailures = Map<string, number>;

const byError = new WeakMap<Error, OutageFailures>();

/** Marks an error as one of an outage. */
export function markAsOutage(error: Error, failures: OutageFailures): void {
  byError.set(error, failures);
}

/**
 * Returns the failures of the outage that an error or its cause comes from; for an
 * `AggregateError`, only if each of its errors comes from one.
 */
export function findOutage(error: unknown): OutageFailures | undefined {
  if (!(error instanceof Error)) return undefined;
  const marked = byError.get(error);
  if (marked || !(error instanceof AggregateError)) return marked ?? findOutage(error.cause);
  const outages = error.errors.map(findOutage);
  return outages.includes(undefined) ? undefined : outages[0];
}
