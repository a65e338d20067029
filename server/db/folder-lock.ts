import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder is already open in another process (or twice in this one). */
export class FolderLockedError extends Error {
  constructor(folder: string) {
    super(
      `${folder} is in use by another running portal. Stop that one first, or set DATA_DIR to another folder: two would destroy each other's writes.`,
    );
  }
}

/**
 * Locks a folder until the returned function is called or the process dies, however it dies.
 * The lock is SQLite's own file lock, held by an open exclusive transaction: the operating system drops it with the process,
 * which a file holding a process number cannot promise, and Node itself offers no file locks.
 * @throws {@link FolderLockedError} when somebody else holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5;
    throw isBusy ? new FolderLockedError(folder) : error;
  }
  return () => lock.close();
}
