import { ownerErrors } from '#contract/bulk-upload/lead-rows.ts';
import type { Caller, ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, requireAccess } from '#server/errors/api-error.ts';
import { listContacts } from '#server/partners/partners.store.ts';

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
