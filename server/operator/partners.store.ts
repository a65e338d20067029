import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { type NumberedPage, type PageNumber, readNumberedPage } from '#server/db/pages.ts';
import type { Tables } from '#server/db/schema.ts';
import { systemErrorCode, uniqueViolation } from '#server/errors/system-error-code.ts';
import {
  type ContactRow,
  findContact,
  findPartnerById,
  insertContact,
  type PartnerRow,
} from '#server/partners/partners.store.ts';

/** Returns one page of the partners, by name; with an id, that one alone. */
export async function listPartners(
  db: Db,
  id: string | null,
  page: PageNumber,
): Promise<NumberedPage<PartnerRow>> {
  let partners = db.selectFrom('partners').selectAll();
  if (id !== null) partners = partners.where('id', '=', id);
  return readNumberedPage(partners.orderBy(sql`lower(name)`).orderBy('id'), page);
}

/** Returns one page of the contacts of a partner, or of all partners, by name. */
export async function listContactsByPartner(
  db: Db,
  { partnerId, ...page }: PageNumber & { readonly partnerId?: string | undefined },
): Promise<NumberedPage<ContactRow>> {
  let query = db.selectFrom('contacts').selectAll();
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId);
  return readNumberedPage(query.orderBy('first_name').orderBy('last_name').orderBy('id'), page);
}

/** Returns a partner, locked until the transaction ends. */
export async function lockPartner(tx: Db, id: string): Promise<PartnerRow | undefined> {
  await sql`select from partners where id = ${id} for no key update`.execute(tx);
  return findPartnerById(tx, id);
}

/** Returns a contact, locked until the transaction ends. */
export async function lockContact(tx: Db, id: string): Promise<ContactRow | undefined> {
  await sql`select from contacts where id = ${id} for no key update`.execute(tx);
  return findContact(tx, id);
}

/** Returns the columns that record who created a partner or contact: a key of the operator. */
const createdBy = (keyId: string) => ({ updated_by: keyId, updated_via: 'operator' }) as const;

/** Returns the columns that record a change by a key of the operator. */
const changedBy = (keyId: string) => ({ ...createdBy(keyId), updated_at: sql<Date>`now()` });

/** Stores a new partner and returns its id; undefined when another partner has the name. */
export async function createPartner(tx: Db, keyId: string, name: string) {
  const created = await tx
    .insertInto('partners')
    .values({ id: newId(), name, ...createdBy(keyId) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/**
 * Renames a partner and returns it; undefined when another partner has the name, and `tx` is then
 * unusable.
 */
export async function renamePartner(
  tx: Db,
  keyId: string,
  { id, name }: { id: string; name: string },
): Promise<PartnerRow | undefined> {
  try {
    return await tx
      .updateTable('partners')
      .set({ name, ...changedBy(keyId) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (systemErrorCode(error) === uniqueViolation) return undefined;
    throw error;
  }
}

type ContactNames = Pick<ContactRow, 'first_name' | 'last_name' | 'email'>;

/** Stores a new contact and returns its id. */
export async function createContact(
  tx: Db,
  keyId: string,
  contact: ContactNames & Pick<ContactRow, 'partner_id'>,
): Promise<string> {
  const id = newId();
  await insertContact(tx, { id, ...contact, ...createdBy(keyId) });
  return id;
}

/** Stores the names and the email address of a contact, and returns the contact. */
export async function updateContact(
  tx: Db,
  keyId: string,
  { id, ...contact }: ContactNames & Pick<ContactRow, 'id'>,
): Promise<ContactRow> {
  return tx
    .updateTable('contacts')
    .set({ ...contact, ...changedBy(keyId) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An entry of the history of a partner or contact, with the name of the operator’s key. */
export type PartnerChangeRow = Selectable<Tables['partner_changes']> & {
  readonly key_name: string | null;
};

/** Returns entries of the history of a partner or contact, newest first. */
export async function listPartnerChanges(
  db: Db,
  { id, before, limit }: { id: string; before: number | null; limit: number },
): Promise<PartnerChangeRow[]> {
  let query = db
    .selectFrom('partner_changes as history')
    .leftJoin('keys', (join) =>
      join.onRef('keys.id', '=', 'history.by').on('keys.kind', '=', 'operator'),
    )
    .selectAll('history')
    .select('keys.name as key_name')
    .where('record_id', '=', id)
    .orderBy('history.id', 'desc')
    .limit(limit);
  if (before !== null) query = query.where('history.id', '<', before);
  return query.execute();
}
