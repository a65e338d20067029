import { insertAccount } from '#server/accounts/accounts.store.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import type { Db } from '#server/db/connect.ts';
import { insertContact, insertPartner } from '#server/partners/partners.store.ts';

import type { Random } from './random.ts';

/** A contact who owns demo records. */
export interface Owner {
  readonly partnerId: string;
  readonly contactId: string;
  /**
   * The account that enters the contact’s leads: the contact’s own, else that of the
   * partner’s admin.
   */
  readonly accountId: string;
}

/** Stores a partner with its demo accounts, and the contacts in `further`, who have no account. */
export async function seedPartner(
  tx: Db,
  random: Random,
  partner: { readonly name: string; readonly further: readonly string[] },
  passwordHash: string,
): Promise<Owner[]> {
  const partnerId = random.id();
  await insertPartner(tx, { id: partnerId, name: partner.name });
  const owners: Owner[] = [];
  for (const { email, name, role } of demoAccounts.filter(
    (account) => account.partner === partner.name,
  )) {
    const contactId = await seedContact(tx, random, { partnerId, name, email });
    const accountId = random.id();
    const account = {
      id: accountId,
      email,
      name,
      role,
      partner_id: partnerId,
      contact_id: contactId,
    };
    await insertAccount(tx, { ...account, password_hash: passwordHash, is_demo: true });
    owners.push({ partnerId, contactId, accountId });
  }
  for (const name of partner.further) {
    const email = `${partner.name.split(' ')[0]?.toLowerCase()}@contacts.test`;
    const contactId = await seedContact(tx, random, { partnerId, name, email });
    owners.push({ partnerId, contactId, accountId: owners.at(-1)?.accountId ?? '' });
  }
  return owners;
}

async function seedContact(
  tx: Db,
  random: Random,
  { partnerId, name, email }: { partnerId: string; name: string; email: string },
): Promise<string> {
  const id = random.id();
  const [first_name = '', last_name = ''] = name.split(' ');
  await insertContact(tx, { id, partner_id: partnerId, first_name, last_name, email });
  return id;
}

/** Stores the support account and returns its id. */
export async function seedSupport(tx: Db, random: Random, passwordHash: string): Promise<string> {
  const id = random.id();
  for (const { email, name, role } of demoAccounts.filter((account) => account.role === 'support'))
    await insertAccount(tx, {
      id,
      email,
      name,
      role,
      partner_id: null,
      contact_id: null,
      password_hash: passwordHash,
      is_demo: true,
    });
  return id;
}

/** Stores the operator's key that changed the demo records, and returns its id. Nobody has it. */
export async function seedOperator(tx: Db): Promise<string> {
  const id = 'demo-customer-system';
  const row = { id, name: 'Customer system (demo)', key_hash: id };
  await tx.insertInto('operator_keys').values(row).execute();
  return id;
}
