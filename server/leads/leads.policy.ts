import { ownerErrors } from '#contract/lead-rows.ts';
import type { Db } from '#server/db/connect.ts';
import { listContacts } from '#server/partners/partners.store.ts';
import type { Caller } from '#server/plugins/caller.ts';
import { ApiError } from '#server/plugins/errors.ts';
import type { Owned } from '#server/records/records.policy.ts';

interface Named {
  readonly brokerId?: string | null | undefined;
  readonly brokerRepId?: string | null | undefined;
}

/** Whose a lead is when its body names nobody: the caller's own. */
export function ownerOf(caller: Caller): Owned {
  return { partner_id: caller.partnerId ?? '', contact_id: caller.contactId ?? '' };
}

/**
 * Whose a lead shall be, when its body names a partner or a contact: a broker's leads are their own, a partner admin may name any
 * contact of the partner. What is not named stays as it is. @throws ApiError 403
 */
export async function requireOwner(
  db: Db,
  caller: Caller,
  named: Named,
  now: Owned,
): Promise<Owned> {
  if (named.brokerId && named.brokerId !== caller.partnerId)
    throw forbidden('brokerId', ownerErrors.brokerId);
  const contactId = named.brokerRepId ?? now.contact_id;
  // `now` can be a whole record, whose other columns are no part of an owner.
  if (contactId === now.contact_id)
    return { partner_id: now.partner_id, contact_id: now.contact_id };
  if (caller.role === 'broker')
    throw forbidden('brokerRepId', 'A broker’s leads are the broker’s own.');
  const [contact] = await listContacts(db, { partnerId: now.partner_id, id: contactId });
  if (!contact) throw forbidden('brokerRepId', ownerErrors.brokerRepId);
  return { partner_id: contact.partner_id, contact_id: contact.id };
}

/** An update cannot leave a lead to nobody. @throws ApiError 400 */
export function assertHasContact(named: Named): void {
  const cleared = (['brokerId', 'brokerRepId'] as const).filter((name) => named[name] === null);
  if (cleared.length === 0) return;
  const fields = Object.fromEntries(
    cleared.map((name) => [name, 'A lead always belongs to somebody.']),
  );
  throw new ApiError(400, `${cleared.join(', ')}: A lead always belongs to somebody.`, { fields });
}

function forbidden(field: string, sentence: string): ApiError {
  return new ApiError(403, sentence, { fields: { [field]: sentence } });
}
