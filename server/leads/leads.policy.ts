import { ownerErrors } from '#contract/bulk-upload/lead-rows.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { listContacts } from '#server/partners/partners.store.ts';
import type { Owned } from '#server/records/records.policy.ts';

interface Named {
  readonly brokerId?: string | null | undefined;
  readonly brokerRepId?: string | null | undefined;
}

/** Returns the owner of a lead whose body names none: the caller. */
export function toOwner(caller: ContactCaller): Owned {
  return { partner_id: caller.partnerId, contact_id: caller.contactId };
}

/**
 * Returns the owner of a lead whose body names a partner or a contact. A broker’s leads are their
 * own; a partner admin may name any contact of the partner. What the body does not name stays as in
 * `now`.
 * @throws ApiError 403
 */
export async function requireOwner(
  db: Db,
  caller: ContactCaller,
  named: Named,
  now: Owned,
): Promise<Owned> {
  if (named.brokerId && named.brokerId !== caller.partnerId)
    throw forbidden('brokerId', ownerErrors.brokerId);
  const contactId = named.brokerRepId ?? now.contact_id;
  // `now` can be a whole record, whose other columns are not part of an owner.
  if (contactId === now.contact_id)
    return { partner_id: now.partner_id, contact_id: now.contact_id };
  if (caller.role === 'broker')
    throw forbidden('brokerRepId', 'Brokers can only submit leads under their own name.');
  const [contact] = await listContacts(db, { partnerId: now.partner_id, id: contactId });
  if (!contact) throw forbidden('brokerRepId', ownerErrors.brokerRepId);
  return { partner_id: contact.partner_id, contact_id: contact.id };
}

/**
 * Asserts that an update does not clear a lead’s partner or contact.
 * @throws ApiError 400
 */
export function assertHasContact(named: Named): void {
  const cleared = (['brokerId', 'brokerRepId'] as const).filter((name) => named[name] === null);
  if (cleared.length === 0) return;
  const fields = Object.fromEntries(cleared.map((name) => [name, 'A lead must have a contact.']));
  throw new ApiError('invalid-fields', `${cleared.join(', ')}: A lead must have a contact.`, {
    fields,
  });
}

function forbidden(field: string, sentence: string): ApiError {
  return new ApiError('no-access', sentence, { fields: { [field]: sentence } });
}
