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

/** Stores the demo accounts with their partners and contacts. */
export async function seedPeople(tx: Db, random: Random) {
  const password_hash = await hashPassword(demoPassword);
  const owners = new Map<string, Owner[]>();
  let supportId = '';
  for (const { email, name, role, partner } of demoAccounts) {
    const id = random.id();
    const owner = partner === null ? undefined : await addOwner(partner, name, email, id);
    const { partnerId = null, contactId = null } = owner ?? {};
    const ids = { id, partner_id: partnerId, contact_id: contactId };
    const manages_accounts = role === 'support';
    const row = { ...ids, email, name, role, password_hash, is_demo: true, manages_accounts };
    await insertAccount(tx, row);
    if (role === 'support') supportId = id;
  }
  // A contact without an account, whose leads the admin enters.
  const [harbour, [, admin] = []] = [...owners][0] ?? [];
  if (harbour && admin)
    await addOwner(harbour, 'Tāne Keel', 'harbour@contacts.test', admin.accountId);
  return { supportId, owners };

  async function addOwner(partner: string, name: string, email: string, accountId: string) {
    const known = owners.get(partner) ?? [];
    const partnerId = known[0]?.partnerId ?? random.id();
    if (known.length === 0) await insertPartner(tx, { id: partnerId, name: partner });
    const contactId = random.id();
    const [first_name = '', last_name = ''] = name.split(' ');
    await insertContact(tx, { id: contactId, partner_id: partnerId, first_name, last_name, email });
    const owner = { partnerId, contactId, accountId };
    owners.set(partner, [...known, owner]);
    return owner;
  }
}

/** Stores the operator’s key that changed the demo records, and returns its id. Nobody has it. */
export async function seedOperator(tx: Db): Promise<string> {
  const id = 'demo-customer-system';
  const row = { id, kind: 'operator', name: 'Customer system (demo)', key_hash: id } as const;
  await tx.insertInto('keys').values(row).execute();
  return id;
}
