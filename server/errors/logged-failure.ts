import { systemErrorCode } from './system-error-code.ts';

/** What is logged of an error; of several ones, of each. */
interface LoggedFailure {
  readonly error: string;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly causes?: readonly LoggedFailure[];
}

/**
 * Returns what is logged of an error: its code, and its message unless it is one of the database,
 * which may repeat values of a record.
 */
export function loggedFailure(error: unknown): LoggedFailure {
  const code = systemErrorCode(error);
  const isOfDatabase = /^[0-9A-Z]{5}$/.test(code ?? '');
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: error.name,
    code,
    message: isOfDatabase ? undefined : error.message,
    ...(error instanceof AggregateError && { causes: error.errors.map(loggedFailure) }),
  };
}
