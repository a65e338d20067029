import { ownerErrors } from '#contract/bulk-upload/lead-rows.ts';
import type { Caller, ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, requireAccess } from '#server/errors/api-error.ts';
import { listContacts } from '#server/partners/partners.store.ts';

import { assertAcceptsRows, isFinal, type ValidatedBatch } from './batch.rules.ts';
import { listOutcomes } from './bulk-upload-rows.store.ts';
import { lockUpload } from './bulk-uploads.store.ts';

/**
 * Returns the upload if it exists and belongs to the caller's partner.
 * @throws ApiError 404 when it does not exist; 403 when it belongs to another partner
 */
export function requireUpload<U extends { readonly partner_id: string }>(
  caller: Caller,
  upload: U | undefined,
): U {
  return requireAccess(upload, 'upload', (found) => found.partner_id === caller.partnerId);
}

/**
 * Asserts that the contact belongs to the caller's partner.
 * @throws ApiError 403
 */
export async function requireContact(
  tx: Db,
  { partnerId }: ContactCaller,
  contactId: string | null,
): Promise<void> {
  if (contactId === null) return;
  const contacts = await listContacts(tx, { partnerId, id: contactId });
  if (contacts.length === 0)
    throw new ApiError('no-access', ownerErrors.brokerRepId, {
      fields: { contactId: ownerErrors.brokerRepId },
    });
}

/**
 * Locks the upload for a batch of its rows, so that no one else changes them until the transaction
 * ends. Returns the outcomes of rows that were sent before, and whether a row is pending.
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
