import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { knownAttachments } from './attachments.store.ts';

/** Longer than any upload takes: what is younger may still be on its way in another process. */
const abandonedAfter = 60 * 60 * 1000;

/** Puts in order what a crash left between writing files and settling them: a row decides whether a file is wanted. */
export async function sweepUploads(db: Db, files: FileStore): Promise<void> {
  const ids = await files.unsettled(abandonedAfter);
  const known = await knownAttachments(db, ids);
  for (const id of ids) await (known.has(id) ? files.settle(id) : files.discard(id));
}
