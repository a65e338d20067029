import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import {
  type ContactRow,
  findContact,
  findPartnerById,
  insertContact,
  type PartnerRow,
} from '#server/partners/partners.store.ts';

/** One page of a list, by its number. */
interface PageNumber {
  readonly page: number;
  readonly pageSize: number;
}

/** The rows of a page, and the number of rows on all pages. */
export interface NumberedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Returns one page of the partners, by name. */
export async function listPartners(
  db: Db,
  { page, pageSize }: PageNumber,
): Promise<NumberedPage<PartnerRow>> {
  const rows = await db
    .selectFrom('partners')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('partners')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Returns one page of the contacts of a partner, or of all partners, by name. */
export async function listContactsOf(
  db: Db,
  { page, pageSize, partnerId }: PageNumber & { readonly partnerId?: string | undefined },
): Promise<NumberedPage<ContactRow>> {
  let query = db.selectFrom('contacts');
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId);
  const rows = await query
    .selectAll()
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
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

/** Stores a new partner and returns its id; undefined when another partner has the name. */
export async function createPartner(tx: Db, name: string): Promise<string | undefined> {
  const created = await tx
    .insertInto('partners')
    .values({ id: newId(), name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/** Renames a partner. Returns false when another partner has the name; `tx` is then unusable. */
export async function renamePartner(tx: Db, id: string, name: string): Promise<boolean> {
  try {
    await tx.updateTable('partners').set({ name }).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (systemErrorCode(error) === '23505') return false;
    throw error;
  }
}

type ContactNames = Pick<ContactRow, 'first_name' | 'last_name' | 'email'>;

/** Stores a new contact and returns its id. */
export async function createContact(
  tx: Db,
  contact: ContactNames & Pick<ContactRow, 'partner_id'>,
): Promise<string> {
  const id = newId();
  await insertContact(tx, { id, ...contact });
  return id;
}

/** Stores the names and the email address of a contact. */
export async function updateContact(tx: Db, id: string, contact: ContactNames): Promise<void> {
  await tx.updateTable('contacts').set(contact).where('id', '=', id).execute();
}
