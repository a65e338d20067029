import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';
import type { Tables } from '#server/db/schema.ts';

export type PartnerRow = Selectable<Tables['partners']>;
export type ContactRow = Selectable<Tables['contacts']>;

/**
 * Returns the partner of a name, case-insensitively. The database compares, because its own idea of
 * case makes names unique.
 */
export async function findPartner(db: Db, name: string): Promise<PartnerRow | undefined> {
  return db
    .selectFrom('partners')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
}

export async function insertPartner(db: Db, partner: Insertable<Tables['partners']>) {
  await db.insertInto('partners').values(partner).execute();
}

export async function insertContact(db: Db, contact: Insertable<Tables['contacts']>) {
  await db.insertInto('contacts').values(contact).execute();
}

/**
 * Returns the contacts of a partner, by name; with an `id`, only that contact. To choose from,
 * integrations that have no records are left out.
 */
export async function listContacts(
  db: Db,
  which: { partnerId: string; id?: string; isToChoose?: boolean },
) {
  let query = db.selectFrom('contacts').selectAll().where('partner_id', '=', which.partnerId);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.isToChoose)
    query =
      query.where(sql<boolean>`(not exists (select from accounts where contact_id = contacts.id and email is null)
      or exists (select from leads where contact_id = contacts.id)
      or exists (select from deals where contact_id = contacts.id))`);
  return query.orderBy('first_name').orderBy('last_name').orderBy('id').execute();
}

/** Returns all partners, by name. */
export async function listAllPartners(db: Db): Promise<Pick<PartnerRow, 'id' | 'name'>[]> {
  return db.selectFrom('partners').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}

/** Returns a partner by id. */
export async function findPartnerById(db: Db, id: string): Promise<PartnerRow | undefined> {
  return db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a contact by id, of any partner. */
export async function findContact(db: Db, id: string): Promise<ContactRow | undefined> {
  return db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the contacts of a partner with an email address, without an account. */
export async function findContactsToJoin(db: Db, partnerId: string, email: string) {
  return db
    .selectFrom('contacts')
    .leftJoin('accounts', 'accounts.contact_id', 'contacts.id')
    .selectAll('contacts')
    .where('contacts.partner_id', '=', partnerId)
    .where(hasEmail('contacts.email', email))
    .where('accounts.id', 'is', null)
    .execute();
}

/**
 * Returns the names of people by the ids of their accounts or contacts: those of a partner; null is
 * all.
 */
export async function listUserNames(
  db: Db,
  ids: readonly string[],
  partnerId: string | null,
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const isVisible = sql<boolean>`(${partnerId}::text is null or partner_id = ${partnerId})`;
  const accounts = db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(isVisible);
  const contacts = db
    .selectFrom('contacts')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('id', 'in', ids)
    .where(isVisible);
  return accounts.union(contacts).execute();
}
