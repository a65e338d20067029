import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { DataFolderError } from './data-folder.ts';

/** The folder is already open in another process, or a second time in this one. */
export class FolderLockedError extends DataFolderError {
  constructor(folder: string) {
    super(
      `${folder} is in use by another running portal. Stop that one first, or set DATA_DIR to another folder: two would overwrite each other's data.`,
    );
  }
}

/**
 * Locks a folder until the returned function is called or the process dies, however it dies. The
 * lock is SQLite’s file lock, held by an open exclusive transaction. The operating system
 * releases it with the process, which a file with a process id cannot guarantee, and Node itself
 * has no file locks.
 * @throws {@link FolderLockedError} when another process holds the lock.
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
