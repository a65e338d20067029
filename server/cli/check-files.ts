import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';

import { listWithdrawnFiles } from '#server/attachments/attachments.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { FileStore } from '#server/files/file-store.ts';

/**
 * Compares the attachments with their stored files, both ways, while the portal is used. Returns
 * how many there are, in words.
 * @throws ExplainedError with a sentence for each that is missing, damaged or left over
 */
export async function checkFiles(db: Db, files: FileStore): Promise<string> {
  // Before the rows: a file is committed after its row.
  const committed = await files.committed();
  const rows = await db.selectFrom('attachments').select(['id', 'sha256', 'has_own_key']).execute();
  const errors: string[] = [];
  for (const { id, sha256, has_own_key: hasOwnKey } of rows) {
    const hash = createHash('sha256');
    const error = await files
      .read(id, { mayBeUnencrypted: !hasOwnKey })
      .then(async (bytes) => pipeline(bytes, hash))
      .then(() => (hash.digest('hex') === sha256 ? undefined : 'is not what was attached'))
      .catch((failure: unknown) => explainFile(failure));
    if (error !== undefined && (await hasRow(db, id)))
      errors.push(`The file of attachment ${id} ${error}.`);
  }
  const known = new Set([...rows.map(({ id }) => id), ...(await listWithdrawnFiles(db))]);
  for (const id of committed)
    if (!known.has(id) && (await isStored(files, id)))
      errors.push(`The file ${id} is stored, but no attachment has it.`);
  if (errors.length > 0) throw new ExplainedError(errors.join('\n'));
  return `${rows.length} attachments have their files, and there are no others.`;
}

const isMissing = 'is missing';

/**
 * Returns why a file can’t be read, as a part of a sentence.
 * @throws any other failure
 */
export function explainFile(failure: unknown): string {
  const code = systemErrorCode(failure);
  if (code === 'ENOENT') return isMissing;
  if (code === 'FILE_DAMAGED') return 'is damaged, or encrypted with another PORTAL_SECRET';
  throw failure;
}

/** Returns whether an attachment still exists: it can have been removed meanwhile. */
export async function hasRow(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('attachments').select('id').where('id', '=', id);
  return (await row.executeTakeFirst()) !== undefined;
}

/**
 * Returns whether a file is stored, damaged or not.
 * @throws any other failure of the storage
 */
export async function isStored(files: FileStore, id: string): Promise<boolean> {
  return files.read(id, { end: 0, mayBeUnencrypted: true }).then(
    (bytes) => bytes.destroy() !== undefined,
    (failure: unknown) => explainFile(failure) !== isMissing,
  );
}
