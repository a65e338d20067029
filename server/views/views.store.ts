import { type InferResult, type Insertable, sql, type Updateable } from 'kysely';

import { lockAccount } from '#server/accounts/accounts.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** A view, and whether its reader has it in the side bar. */
export type ViewRow = InferResult<ReturnType<typeof views>>[number];

/** Returns the query for views as an account reads them. */
function views(db: Db, accountId: string) {
  return db
    .selectFrom('views')
    .leftJoin('pinned_views', (join) =>
      join
        .onRef('pinned_views.view_id', '=', 'views.id')
        .on('pinned_views.account_id', '=', accountId),
    )
    .select(['views.id', 'views.account_id', 'partner_id', 'list', 'name', 'query'])
    .select(sql<boolean>`pinned_views.view_id is not null`.as('is_pinned'));
}

/** Returns the views of an account and those of its partner, by name. */
export async function listViews(db: Db, { accountId, partnerId }: Caller): Promise<ViewRow[]> {
  return views(db, accountId)
    .where((eb) =>
      eb.or([
        eb('views.account_id', '=', accountId),
        ...(partnerId === null ? [] : [eb('partner_id', '=', partnerId)]),
      ]),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('views.id')
    .execute();
}

/** Returns a view of any owner by id. */
export async function findView(db: Db, accountId: string, id: string) {
  return views(db, accountId).where('views.id', '=', id).executeTakeFirst();
}

/** Returns a view as {@link findView}, locked until the transaction ends. */
export async function lockView(tx: Db, accountId: string, id: string) {
  await sql`select from views where id = ${id} for update`.execute(tx);
  return findView(tx, accountId, id);
}

/** Returns how many views an account has saved, and how many are in its side bar. */
export async function countOwnViews(
  tx: Db,
  accountId: string,
): Promise<{ saved: number; pinned: number }> {
  await lockAccount(tx, accountId);
  const count = (table: 'views' | 'pinned_views') =>
    tx
      .selectFrom(table)
      .where('account_id', '=', accountId)
      .select(sql<number>`count(*)::integer`.as('total'));
  const saved = await count('views').executeTakeFirstOrThrow();
  const pinned = await count('pinned_views').executeTakeFirstOrThrow();
  return { saved: saved.total, pinned: pinned.total };
}

/** Returns whether an account has another view of the list with this name, in any case. */
export async function isNameTaken(
  tx: Db,
  { account_id: accountId, list, name, id }: Pick<ViewRow, 'account_id' | 'list' | 'name' | 'id'>,
): Promise<boolean> {
  const namesake = await tx
    .selectFrom('views')
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst();
  return namesake !== undefined;
}

/** Stores a new view. */
export async function insertView(db: Db, row: Insertable<Tables['views']>): Promise<void> {
  await db.insertInto('views').values(row).execute();
}

/** Stores a change. A view that is no longer the partner's keeps only its owner's pin. */
export async function updateView(
  tx: Db,
  { id, account_id: ownerId }: ViewRow,
  change: Updateable<Tables['views']>,
): Promise<void> {
  await tx
    .updateTable('views')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  if (change.partner_id === null)
    await tx
      .deleteFrom('pinned_views')
      .where('view_id', '=', id)
      .where('account_id', '<>', ownerId)
      .execute();
}

/** Deletes a view, also from every side bar. */
export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('views').where('id', '=', id).execute();
}

/** Stores whether a view is in the side bar of an account. */
export async function setPinned(
  db: Db,
  pin: Insertable<Tables['pinned_views']>,
  isPinned: boolean,
): Promise<void> {
  if (isPinned)
    await db
      .insertInto('pinned_views')
      .values(pin)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('pinned_views')
      .where('account_id', '=', pin.account_id)
      .where('view_id', '=', pin.view_id)
      .execute();
}
