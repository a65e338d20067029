import { CompiledQuery, sql } from 'kysely';

import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';
import { hasOutcome, waitsOn } from '#server/records/list-filters.ts';
import { type Query, statement } from '#server/records/page-query.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type Bind, scopeConditions } from '#server/records/search-condition.ts';

/** Leads or deals. */
export type Table = 'leads' | 'deals';

/** A lead or deal as the home page shows it, with the names of its partner and contact. */
export interface HomeRow {
  readonly table: Table;
  readonly id: string;
  readonly name: string;
  readonly company: string;
  readonly amount: string | null;
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly contact_name: string;
}

/** A record that waits, and since when. */
export interface WaitingRow extends HomeRow {
  readonly since: Date;
}

/** How many records of an owner have these statuses. */
export interface StatusCount {
  readonly owner: string;
  readonly status: string;
  readonly sub_status: string;
  readonly total: number;
}

/** What has become of a contact’s leads of one week; `week` counts from 1. */
export interface WeekCount {
  readonly week: number;
  readonly contact_id: string;
  readonly open: number;
  readonly converted: number;
  readonly ended: number;
}

/** Runs a statement and returns its rows. */
export async function rowsOf<Row>(db: Db, { text, values }: Query): Promise<Row[]> {
  const query: CompiledQuery<Row> = CompiledQuery.raw(text, values);
  return (await db.executeQuery(query)).rows;
}

/** Returns a condition of a `where` that has at least one. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** Counts the records within a scope by status, and by contact or partner. */
export async function countStatuses(
  db: Db,
  table: Table,
  scope: Scope,
  owner: 'contact_id' | 'partner_id',
): Promise<StatusCount[]> {
  return rowsOf(
    db,
    statement(
      (bind) => `
      select r.${owner} as owner, r.status, r.sub_status, count(*)::integer as total
      from ${table} as r where ${allOf(scopeConditions('r', scope, bind))}
      group by 1, 2, 3`,
    ),
  );
}

/** Returns the records within a scope that wait for any of these, those that wait longest first. */
export async function listLongestWaiting(
  db: Db,
  table: Table,
  { scope, waitingOn, limit }: { scope: Scope; waitingOn: readonly WaitingOn[]; limit: number },
): Promise<WaitingRow[]> {
  return rowsOf(
    db,
    statement((bind) => {
      const filtered = { table, scope, readerId: '' };
      const conditions = [...scopeConditions('r', scope, bind), waitsOn(waitingOn, filtered, bind)];
      // Finds the ids in the index, then reads only these records.
      return `
        ${selectRow(table)}, since
        from (
          select r.id, ${waitingSince(table, waitingOn, bind)} as since from ${table} as r
          where ${allOf(conditions)} order by since, r.id limit ${limit}
        ) as longest join ${table} as r using (id)
        ${joinOwners} order by since, r.id`;
    }),
  );
}

/** Returns the records with these ids. */
export async function findRows(db: Db, table: Table, ids: readonly string[]): Promise<HomeRow[]> {
  if (ids.length === 0) return [];
  return rowsOf(
    db,
    statement(
      (bind) =>
        `${selectRow(table)} from ${table} as r ${joinOwners} where r.id = any(${bind(ids)})`,
    ),
  );
}

const joinOwners =
  'join contacts on contacts.id = r.contact_id join partners on partners.id = r.partner_id';

function selectRow(table: Table): string {
  const own =
    table === 'deals'
      ? `r.name, '' as company, r.amount`
      : `coalesce(nullif(concat_ws(' ', r.fields ->> 'firstName', r.fields ->> 'lastName'), ''),
          r.fields ->> 'companyName', '') as name,
        coalesce(r.fields ->> 'companyName', '') as company, r.amount_requested as amount`;
  return `select '${table}' as table, r.id, ${own}, r.status, r.sub_status, r.status_since, r.sub_status_since,
    r.partner_id, partners.name as partner_name, concat_ws(' ', contacts.first_name, contacts.last_name) as contact_name`;
}

/** Returns since when a record waits: by its sub-status, or by the value of a lead that says so. */
function waitingSince(table: Table, waitingOn: readonly WaitingOn[], bind: Bind): string {
  if (table === 'deals') return 'r.sub_status_since';
  const deciding = waitingOn.flatMap((on) => leadStatusesWaitingOn(on).statuses);
  return `case when r.sub_status = any(${bind(deciding)}) then r.sub_status_since else r.status_since end`;
}

/** Counts the leads within a scope by the week in which they were created, contact and outcome. */
export async function countWeeks(
  db: Db,
  scope: Scope,
  weeks: readonly string[],
): Promise<WeekCount[]> {
  if (weeks.length === 0) return [];
  return rowsOf(
    db,
    statement((bind) => {
      const conditions = [
        ...scopeConditions('r', scope, bind),
        `r.created_at >= ${bind(weeks[0])}`,
      ];
      const outcomes = (['open', 'converted', 'ended'] as const).map(
        (outcome) => `count(*) filter (where ${hasOutcome(outcome, bind)})::integer as ${outcome}`,
      );
      return `
        select width_bucket(r.created_at, ${bind(weeks)}::timestamptz[]) as week, r.contact_id, ${outcomes.join(', ')}
        from leads as r where ${allOf(conditions)} group by 1, 2`;
    }),
  );
}

/** A bulk upload that is not finished. */
export interface OpenUploadRow {
  readonly id: string;
  readonly file_name: string;
  readonly created_at: Date;
  readonly read: number;
  readonly submitted: number;
}

/** Returns the partner’s bulk uploads that are not finished, the latest first. */
export async function listOpenUploads(
  db: Db,
  partnerId: string,
  limit: number,
): Promise<OpenUploadRow[]> {
  return db
    .selectFrom('bulk_uploads')
    .select(['id', 'file_name', 'created_at', 'read', 'submitted'])
    .where('partner_id', '=', partnerId)
    .where('state', 'in', ['checking', 'submitting', 'paused'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the names of contacts or partners by id. */
export async function findNames(
  db: Db,
  table: 'contacts' | 'partners',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = table === 'partners' ? 'name' : `concat_ws(' ', first_name, last_name)`;
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    statement((bind) => `select id, ${name} as name from ${table} where id = any(${bind(ids)})`),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Returns when an account last marked everything as read; undefined if never. */
export async function findVisit(db: Db, accountId: string): Promise<Date | undefined> {
  const visit = await db
    .selectFrom('home_visits')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return visit?.seen_at;
}

/** Stores until when an account has read everything: never in the future, and never earlier. */
export async function saveVisit(db: Db, accountId: string, until: string): Promise<Date> {
  const { seen_at: seenAt } = await db
    .insertInto('home_visits')
    .values({ account_id: accountId, seen_at: sql<Date>`least(${until}::timestamptz, now())` })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ seen_at: sql<Date>`greatest(home_visits.seen_at, excluded.seen_at)` }),
    )
    .returning('seen_at')
    .executeTakeFirstOrThrow();
  return seenAt;
}
