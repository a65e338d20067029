import type { FastifyBaseLogger } from 'fastify';

import { findOutage } from './outage-failures.ts';
import { systemErrorCode } from './system-error-code.ts';

/** The logged form of an error; for an `AggregateError`, with that of each of its errors. */
interface LoggedFailure {
  readonly error: string;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly causes?: readonly LoggedFailure[];
}

/**
 * Logs what failed, with the error and `more`: everything that logs a failure does so here. What
 * fails because of an outage of the database is only counted: the outage is logged itself, in one
 * line when it begins and in one when it ends.
 */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  error: unknown,
  what: string,
  { level = 'warn', ...more }: { level?: 'warn' | 'error'; [name: string]: unknown } = {},
): void {
  const outage = findOutage(error);
  if (outage) outage.set(what, (outage.get(what) ?? 0) + 1);
  else log[level]({ ...more, ...describe(error) }, what);
}

/**
 * Returns the logged form of an error: its code, and its message unless the database wrote it,
 * which may repeat values of a record.
 */
function describe(error: unknown): LoggedFailure {
  const code = systemErrorCode(error);
  const isOfDatabase = /^[0-9A-Z]{5}$/.test(code ?? '');
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: error.name,
    code,
    message: isOfDatabase ? undefined : error.message,
    ...(error instanceof AggregateError && { causes: error.errors.map(describe) }),
  };
}
