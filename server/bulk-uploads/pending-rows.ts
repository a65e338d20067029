import type { RowOutcome } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

import { isFinal, type ValidatedBatch, assertAcceptsRows } from './batch.rules.ts';
import { listOutcomes } from './bulk-upload-rows.store.ts';
import { requireUpload } from './bulk-uploads.policy.ts';
import { lockUpload, type UploadRow } from './bulk-uploads.store.ts';

/** The rows of a locked upload, which nobody else can change until the transaction ends. */
interface PendingRows {
  readonly upload: UploadRow;
  /** The outcomes of rows that were sent before, by row number. */
  readonly known: ReadonlyMap<number, RowOutcome>;
  /** Returns whether a row is still pending. */
  readonly isPending: (row: { readonly row_number: number }) => boolean;
}

/**
 * Locks the upload for a batch of its rows and determines which of them are pending.
 * @throws ApiError 404, 403, 409 or 400 when the upload does not accept the batch
 */
export async function lockPendingRows(
  tx: Db,
  caller: Caller,
  uploadId: string,
  batch: ValidatedBatch,
): Promise<PendingRows> {
  const upload = requireUpload(caller, await lockUpload(tx, uploadId));
  assertAcceptsRows(upload, batch);
  const numbers = [...batch.good, ...batch.others].map((row) => row.row_number);
  const known = await listOutcomes(tx, uploadId, numbers);
  return { upload, known, isPending: (row) => !isFinal(known.get(row.row_number)) };
}
