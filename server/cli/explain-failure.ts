import { explainStorage } from '#server/backup/storage-errors.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** Codes of a connection that ends or never begins; from PostgreSQL, classes 08 and 57P. */
const connectionCodes =
  /^(08...|57P..|25006|53300|ECONN[A-Z]+|E(TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE))$/;

/**
 * Codes of statements that the database rejects for reasons outside the program: rights, room,
 * locks of others, and a limit on time.
 */
const rejectionCodes = /^(42501|53...|40...|55...|57014)$/;

/**
 * Returns a sentence for a failure that an operator may meet: of the disk, the object storage, the
 * network or the database, of several records, or of a request as the service would answer it. Any
 * other error, which is one of the program, is returned as it is.
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ExplainedError || !(error instanceof Error)) return error;
  const sentence = error instanceof ApiError ? error.message : explainCode(error);
  if (sentence !== undefined) return new ExplainedError(sentence);
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

/** Returns the sentence for an error by its code, if it has one that is known. */
function explainCode(error: Error): string | undefined {
  const code = systemErrorCode(error) ?? '';
  const { message } = error;
  const isOfConnection = connectionCodes.test(code) || message.startsWith('Connection terminated');
  if (isOfConnection && !('path' in error))
    return `The database can’t be reached, or ended the connection: ${message || code}. Check PostgreSQL and the DATABASE_ settings, then run this command again.`;
  if (rejectionCodes.test(code))
    return `The database rejected this: ${message} (${code}). Check the rights of the role in DATABASE_URL, the room on its disk, and what else uses it, then run this command again.`;
  if (code === 'FILE_DAMAGED')
    return `A stored file is damaged, or encrypted with another PORTAL_SECRET: ${message}`;
  return undefined;
}
