import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/**
 * Does something with stored files.
 * @throws ExplainedError with a sentence if the disk or the object storage fails
 */
export async function withStoredFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainStorage(error);
  }
}

/** Returns a sentence for an error of the disk or the object storage, any other as it is. */
export function explainStorage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isOfStorage = systemErrorCode(error) === 'STORAGE_FAILED' || 'syscall' in error;
  if (!isOfStorage) return error;
  return new ExplainedError(
    `Attached files can’t be read or stored: ${error.message}. Check FILES_URL and DATA_DIR, and the space there.`,
  );
}
