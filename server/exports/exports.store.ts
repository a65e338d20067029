import { type Selectable, sql } from 'kysely';

import type { Selection } from '#contract/portal/bulk-changes.ts';
import { maxExportsPerHour, type RecordsExport } from '#contract/portal/exports.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

export type ExportRow = Selectable<Tables['exports']>;

/** How many exports an account prepared lately, and the seconds until the first is an hour old. */
export interface RecentExports {
  readonly exports: number;
  readonly seconds: number;
}

/** Returns how many exports an account prepared within an hour, at most as many as it may. */
export async function countRecentExports(tx: Db, accountId: string): Promise<RecentExports> {
  const { rows } = await sql<RecentExports>`
    select count(*)::integer as exports,
      extract(epoch from min(created_at) + interval '1 hour' - now())::float8 as seconds
    from (select created_at from exports
      where account_id = ${accountId} and created_at > now() - interval '1 hour'
      order by created_at desc limit ${maxExportsPerHour}) as recent`.execute(tx);
  return rows[0] ?? { exports: 0, seconds: 0 };
}

/** Stores an export and returns its id. */
export async function insertExport(
  db: Db,
  { accountId, partnerId }: Pick<Caller, 'accountId' | 'partnerId'>,
  {
    selection,
    isFiltered,
    ...exported
  }: Pick<RecordsExport, 'list' | 'isFiltered' | 'total'> & { readonly selection: Selection },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('exports')
    .values({
      id,
      ...exported,
      query: 'query' in selection ? selection.query : null,
      ids: 'ids' in selection ? selection.ids : null,
      account_id: accountId,
      partner_id: partnerId ?? '',
      is_filtered: isFiltered,
    })
    .execute();
  return id;
}

/** Returns the selection of an export; null once its file can no longer be downloaded. */
export function toSelection({ ids, query }: ExportRow): Selection | null {
  if (ids !== null) return { ids: [...ids] };
  return query === null ? null : { query };
}

/** Returns an export of any author by id. */
export async function findExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Stores how many rows of a file have been sent, and whether that is all of them. A later download
 * that is cancelled takes nothing back. Returns false if there is no record of the export any more.
 */
export async function saveSent(db: Db, id: string, sent: number, isEnd: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({
      sent: sql`greatest(sent, ${sent}::integer)`,
      ...(isEnd && { ended_at: sql`coalesce(ended_at, now())` }),
    })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Deletes the searches, filters and selected records of exports from before a moment, and after a
 * day the exports that were not downloaded. Who made the others stays recorded.
 */
export async function deleteOldQueries(db: Db, before: Date): Promise<void> {
  await sql`
    delete from exports where created_at < ${ago('1 day')} and sent = 0 and ended_at is null`.execute(
    db,
  );
  await sql`
    update exports set query = null, ids = null
    where created_at < ${before} and (query is not null or ids is not null)`.execute(db);
}
