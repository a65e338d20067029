import { dealSubStatusesWaitingOn } from '#contract/portal/deal-waits.ts';
import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';
import { waitsOn } from '#server/records/list-filters.ts';
import { statement } from '#server/records/page-query.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { readRows } from '#server/records/records.store.ts';
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

/** Returns a condition of a `where` that has at least one. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** Whose records that wait to list, and for whom. */
export interface WaitingRequest {
  readonly scope: Scope;
  readonly waitingOn: readonly WaitingOn[];
  readonly limit: number;
}

/** Returns the records within a scope that wait for any of these, those that wait longest first. */
export async function listLongestWaiting(
  db: Db,
  table: Table,
  request: WaitingRequest,
): Promise<WaitingRow[]> {
  const longest = table === 'deals' ? longestDeals : longestLeads;
  // Finds the ids in the index, then reads only these records.
  return readRows(
    db,
    statement(
      (bind) => `
      ${selectRow(table)}, since
      from (${longest(request, bind)} order by since, id limit ${request.limit}) as longest
      join ${table} as r using (id) ${joinOwners} order by since, r.id`,
    ),
  );
}

/** Selects the deals that have waited longest in each sub-status: the first ones in the index. */
function longestDeals({ scope, waitingOn, limit }: WaitingRequest, bind: Bind): string {
  const conditions = [...scopeConditions('r', scope, bind), 'r.sub_status = waiting.sub_status'];
  return `
    select first.id, first.since
    from unnest(${bind(waitingOn.flatMap(dealSubStatusesWaitingOn))}::text[]) as waiting(sub_status)
    cross join lateral (
      select r.id, r.sub_status_since as since from deals as r where ${allOf(conditions)}
      order by r.sub_status_since, r.id limit ${limit}
    ) as first`;
}

/**
 * Selects the leads that have waited longest because of their sub-status, and those because of
 * their status. Apart, each is in the order of an index, whose first entries are enough where many
 * leads wait.
 */
function longestLeads({ scope, waitingOn, limit }: WaitingRequest, bind: Bind): string {
  const waiting = waitsOn(waitingOn, { table: 'leads', scope, readerId: '' }, bind);
  const deciding = bind(waitingOn.flatMap((on) => leadStatusesWaitingOn(on).statuses));
  const isSubStatus = `r.sub_status = any(${deciding})`;
  const first = (since: string, condition: string) => `
    (select r.id, r.${since} as since from leads as r
    where ${allOf([...scopeConditions('r', scope, bind), waiting, condition])}
    order by r.${since}, r.id limit ${limit})`;
  return `${first('sub_status_since', isSubStatus)} union all ${first('status_since', `not ${isSubStatus}`)}`;
}

/** Returns the records with these ids. */
export async function findRows(db: Db, table: Table, ids: readonly string[]): Promise<HomeRow[]> {
  if (ids.length === 0) return [];
  return readRows(
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
  const rows = await readRows<{ id: string; name: string }>(
    db,
    statement((bind) => `select id, ${name} as name from ${table} where id = any(${bind(ids)})`),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
