import { explainStorage } from '#server/backup/storage-errors.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** Codes of a connection that ends or never begins; of PostgreSQL, classes 08 and 57P. */
const connectionCodes =
  /^(08...|57P..|25006|53300|ECONN[A-Z]+|E(TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE))$/;

/**
 * Returns a sentence for a failure that an operator may meet: of the disk, the object storage, the
 * network or the database, or of several records. Any other error, which is one of the program, is
 * returned as it is.
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ExplainedError || !(error instanceof Error)) return error;
  const code = systemErrorCode(error);
  const isOfConnection =
    connectionCodes.test(code ?? '') || error.message.startsWith('Connection terminated');
  if (isOfConnection && !('path' in error))
    return new ExplainedError(
      `The database can’t be reached, or ended the connection: ${error.message || code}. Check PostgreSQL and the DATABASE_ settings, then run this command again.`,
    );
  if (error instanceof AggregateError) {
    const causes = error.errors.map((cause: unknown) => explainFailure(cause));
    if (causes.every((cause) => cause instanceof ExplainedError))
      return new ExplainedError(
        [error.message, ...new Set(causes.map(({ message }) => message))].join('\n'),
      );
  }
  const stored = explainStorage(error);
  if (stored instanceof ExplainedError || error.cause === undefined) return stored;
  const cause = explainFailure(error.cause);
  return cause instanceof ExplainedError ? cause : error;
}
