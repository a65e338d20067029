import type { RowOutcome } from '#contract/web/bulk-uploads.ts';
import type { Db } from '#server/db/connect.ts';
import type { Caller } from '#server/plugins/caller.ts';

import { isFinal, type ValidatedBatch, requireReady } from './batch.rules.ts';
import { outcomesOf } from './bulk-upload-rows.store.ts';
import { requireUpload } from './bulk-uploads.policy.ts';
import { lockUpload, type UploadRow } from './bulk-uploads.store.ts';

/** Rows of an upload that nobody else can change until the transaction ends. */
interface PendingRows {
  readonly upload: UploadRow;
  /** What became of those that were sent before, by number. */
  readonly known: ReadonlyMap<number, RowOutcome>;
  /** Whether a row is still to be decided. */
  readonly isDue: (row: { readonly row_number: number }) => boolean;
}

/** Locks the upload for a batch of its rows, and tells which of them are due. @throws ApiError 404, 403, 409, 400 where it takes them not */
export async function lockPendingRows(
  tx: Db,
  caller: Caller,
  uploadId: string,
  batch: ValidatedBatch,
): Promise<PendingRows> {
  const upload = requireUpload(caller, await lockUpload(tx, uploadId));
  requireReady(upload, batch);
  const numbers = [...batch.good, ...batch.others].map((row) => row.row_number);
  const known = await outcomesOf(tx, uploadId, numbers);
  return { upload, known, isDue: (row) => !isFinal(known.get(row.row_number)) };
}
