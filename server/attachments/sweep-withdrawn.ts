import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { deleteWithdrawnFile, listWithdrawnFiles } from './attachments.store.ts';

/** Deletes the bytes of withdrawn files that a crash or a failure left. */
export async function sweepWithdrawn(db: Db, files: FileStore): Promise<void> {
  await deleteWithdrawn(db, files, await listWithdrawnFiles(db));
}

/**
 * Deletes the bytes of withdrawn files.
 * @throws the first failure, after the others are deleted
 */
export async function deleteWithdrawn(
  db: Db,
  files: FileStore,
  ids: readonly string[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids)
    try {
      await files.remove(id);
      await deleteWithdrawnFile(db, id);
    } catch (error) {
      failures.push(error);
    }
  // One that can't be deleted leaves none of the others.
  if (failures.length > 0) throw failures[0];
}
