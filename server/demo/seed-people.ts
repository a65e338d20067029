import { insertAccount } from '#server/accounts/accounts.store.ts';
import { demoAccounts, demoPassword } from '#server/accounts/demo-accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { insertContact, insertPartner } from '#server/partners/partners.store.ts';

/** A contact who owns demo records. */
export interface Owner {
  readonly partnerId: string;
  readonly contactId: string;
  /** The account that enters the contact’s leads: their own, else that of the partner’s admin. */
  readonly accountId: string;
}

/** Stores the demo accounts with their partners and contacts. Returns owners by first name. */
export async function seedPeople(tx: Db) {
  const password_hash = await hashPassword(demoPassword);
  const owners = new Map<string, Owner>();
  const partnerIds = new Map<string, string>();
  let supportId = '';
  for (const { email, name, role, partner } of demoAccounts) {
    const id = newId();
    const owner = partner === null ? undefined : await addOwner(partner, name, email, id);
    const { partnerId = null, contactId = null } = owner ?? {};
    const ids = { id, partner_id: partnerId, contact_id: contactId };
    const manages_accounts = role === 'support';
    const row = { ...ids, email, name, role, password_hash, is_demo: true, manages_accounts };
    await insertAccount(tx, row);
    if (role === 'support') supportId = id;
  }
  // A contact without an account, whose leads the admin enters.
  const adminId = owners.get('Ada')?.accountId ?? '';
  await addOwner('Harbour Finance', 'Tāne Keel', 'harbour@contacts.test', adminId);
  return { supportId, owners };

  async function addOwner(partner: string, name: string, email: string, accountId: string) {
    const partnerId = partnerIds.get(partner) ?? newId();
    if (!partnerIds.has(partner)) await insertPartner(tx, { id: partnerId, name: partner });
    partnerIds.set(partner, partnerId);
    const contactId = newId();
    const [first_name = '', last_name = ''] = name.split(' ');
    await insertContact(tx, { id: contactId, partner_id: partnerId, first_name, last_name, email });
    const owner = { partnerId, contactId, accountId };
    owners.set(first_name, owner);
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
