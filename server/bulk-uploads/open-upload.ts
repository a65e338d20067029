import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { lockAccount } from '#server/accounts/accounts.store.ts';
import type { Db } from '#server/db/connect.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import {
  countRecentFiles,
  findUploadOfFile,
  type NewUpload,
  saveUpload,
  type UploadRow,
} from './bulk-uploads.store.ts';

/**
 * Returns the upload of a file by its content, created when there is none yet. Concurrent calls get
 * the same upload.
 * @throws ApiError 429 when its maker has opened too many new files within a day
 */
export async function openUpload(db: Db, upload: NewUpload): Promise<UploadRow> {
  return db.transaction().execute(async (tx) => {
    if (!(await findUploadOfFile(tx, upload))) await requireRoom(tx, upload);
    await saveUpload(tx, upload);
    return requireFound(await findUploadOfFile(tx, upload), 'upload');
  });
}

/**
 * Asserts that an account may open another new file. Its further ones wait for the transaction.
 * @throws ApiError 429
 */
async function requireRoom(tx: Db, upload: NewUpload): Promise<void> {
  await lockAccount(tx, upload.created_by);
  const { files, seconds } = await countRecentFiles(tx, upload);
  if (files < uploadLimits.filesPerDay) return;
  const sentence = `You opened ${uploadLimits.filesPerDay} new files within a day. Try again later.`;
  throw tooMany('too-many-requests', sentence, seconds);
}
