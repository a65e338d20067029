import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { lockRecord } from '#server/records/records.store.ts';

import { listUnencrypted, markEncrypted } from './attachments.store.ts';

/** How long files are encrypted each minute, in milliseconds. */
const limitMs = 2_000;

/**
 * Encrypts files that were stored before files were encrypted, until all are, or for some time. One
 * that can’t be encrypted leaves none of the others.
 */
export async function encryptStored(db: Db, files: FileStore): Promise<void> {
  const end = performance.now() + limitMs;
  const failures: unknown[] = [];
  for (const { id, lead_id: leadId } of await listUnencrypted(db)) {
    if (performance.now() > end) break;
    const encrypting = db.transaction().execute(async (tx) => {
      // Whoever withdraws or erases it has done so, or waits: its bytes don't come back.
      await lockRecord(tx, 'leads', leadId);
      if (await markEncrypted(tx, id)) await files.encrypt(id);
    });
    await encrypting.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
