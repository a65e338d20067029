import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { knownAttachments } from './attachments.store.ts';

/**
 * Milliseconds, longer than any upload takes: a newer file may still be arriving in another
 * process.
 */
const abandonedAfter = 60 * 60 * 1000;

/**
 * Settles or discards the files that a crash left between writing and settling. A file is settled
 * if a database row names it.
 */
export async function sweepUploads(db: Db, files: FileStore): Promise<void> {
  const ids = await files.unsettled(abandonedAfter);
  const known = await knownAttachments(db, ids);
  for (const id of ids) await (known.has(id) ? files.settle(id) : files.discard(id));
}
