import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { knownAttachments } from './attachments.store.ts';

/** Longer than any upload takes: a newer file may still be arriving in another process. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Commits or discards the files that a crash left between writing and committing. A file is
 * committed if a database row names it.
 */
export async function sweepUploads(db: Db, files: FileStore): Promise<void> {
  const ids = await files.uncommitted(abandonedAfterMs);
  const known = await knownAttachments(db, ids);
  for (const id of ids) await (known.has(id) ? files.commit(id) : files.discard(id));
}
