import { insertAccount } from '#server/accounts/accounts.store.ts';
import { demoAccounts, demoPassword } from '#server/accounts/demo-accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Db } from '#server/db/connect.ts';
import { insertContact, insertPartner } from '#server/partners/partners.store.ts';

import type { Random } from './random.ts';

/** A contact who owns demo records. */
export interface Owner {
  readonly partnerId: string;
  readonly contactId: string;
  /** The account that enters the contact’s leads: their own, else that of the partner’s admin. */
  readonly accountId: string;
}

/** The people of the demo: support, and the contacts of each partner by its name. */
export interface People {
  readonly supportId: string;
  readonly owners: ReadonlyMap<string, readonly Owner[]>;
}

/** A contact who has no account. */
const further = { partner: 'Harbour Finance', name: 'Tāne Keel', email: 'harbour@contacts.test' };

/** Stores the demo accounts with their partners and contacts. */
export async function seedPeople(tx: Db, random: Random): Promise<People> {
  const password_hash = await hashPassword(demoPassword);
  const owners = new Map<string, Owner[]>();
  let supportId = '';
  for (const { email, name, role, partner } of demoAccounts) {
    const id = random.id();
    const owner = partner === null ? undefined : await addOwner({ partner, name, email }, id);
    const { partnerId = null, contactId = null } = owner ?? {};
    const ids = { id, partner_id: partnerId, contact_id: contactId };
    await insertAccount(tx, { ...ids, email, name, role, password_hash, is_demo: true });
    if (role === 'support') supportId = id;
  }
  await addOwner(further, owners.get(further.partner)?.at(-1)?.accountId ?? '');
  return { supportId, owners };

  async function addOwner(contact: typeof further, accountId: string): Promise<Owner> {
    const known = owners.get(contact.partner) ?? [];
    const [{ partnerId } = { partnerId: random.id() }] = known;
    if (known.length === 0) await insertPartner(tx, { id: partnerId, name: contact.partner });
    const contactId = random.id();
    const [first_name = '', last_name = ''] = contact.name.split(' ');
    const { email } = contact;
    await insertContact(tx, { id: contactId, partner_id: partnerId, first_name, last_name, email });
    const owner = { partnerId, contactId, accountId };
    owners.set(contact.partner, [...known, owner]);
    return owner;
  }
}

/** Stores the operator’s key that changed the demo records, and returns its id. Nobody has it. */
export async function seedOperator(tx: Db): Promise<string> {
  const id = 'demo-customer-system';
  const row = { id, name: 'Customer system (demo)', key_hash: id };
  await tx.insertInto('operator_keys').values(row).execute();
  return id;
}
