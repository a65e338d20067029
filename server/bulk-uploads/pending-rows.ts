import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

import { isFinal, type ValidatedBatch, assertAcceptsRows } from './batch.rules.ts';
import { listOutcomes } from './bulk-upload-rows.store.ts';
import { requireUpload } from './bulk-uploads.policy.ts';
import { lockUpload } from './bulk-uploads.store.ts';

/**
 * Locks the upload for a batch of its rows, so that nobody else changes them until the transaction
 * ends. Returns the outcomes of rows that were sent before, and what says which are pending.
 * @throws ApiError 404, 403, 409 or 400 when the upload does not accept the batch
 */
export async function lockPendingRows(
  tx: Db,
  caller: Caller,
  uploadId: string,
  batch: ValidatedBatch,
) {
  const upload = requireUpload(caller, await lockUpload(tx, uploadId));
  assertAcceptsRows(upload, batch);
  const numbers = [...batch.good, ...batch.others].map((row) => row.row_number);
  const known = await listOutcomes(tx, uploadId, numbers);
  return {
    upload,
    known,
    isPending: (row: { readonly row_number: number }) => !isFinal(known.get(row.row_number)),
  };
}
