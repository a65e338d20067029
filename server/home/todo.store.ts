import { sql } from 'kysely';

import { waitingStates } from '#contract/portal/requests.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type Bind, joinAll, queryRows } from '#server/db/statement.ts';
import type { RecordStatuses } from '#server/records/list/list-counts.store.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/search/search-condition.store.ts';

/** A status and sub-status in which records wait, and the time since which they do. */
export interface WaitingStage {
  readonly status: string;
  readonly sub_status: string;
  readonly since: 'status_since' | 'sub_status_since';
  /** The usual time in the status, in milliseconds: the most overdue come first. */
  readonly typicalTime?: number | undefined;
}

/** The owner whose waiting records are listed, the stages of these, and the records left out. */
export interface WaitingRequest {
  readonly scope: Scope;
  readonly stages: Readonly<Record<RecordTable, readonly WaitingStage[]>>;
  readonly snoozedIds: readonly string[];
  readonly limit: number;
  readonly offset: number;
  /** Only what began to wait in this time, the end not included. */
  readonly during?: { readonly from: Date; readonly until: Date } | undefined;
}

/** A record that waits, since when, and the day its first request is due; YYYY-MM-DD. */
export interface WaitingRecordRow {
  readonly table: RecordTable;
  readonly id: string;
  readonly since: Date;
  readonly due: string | null;
}

/**
 * Returns the records within a scope that wait: with a request, or else in these stages; by the day
 * they are due, then other requests, then statuses, the oldest of each first, or the most overdue
 * by the usual time. All are the first entries of indexes, however many others there are.
 */
export async function listWaiting(db: Db, request: WaitingRequest): Promise<WaitingRecordRow[]> {
  const first = { ...request, limit: request.limit + request.offset };
  return queryRows(db, (bind) => {
    const stages = recordTables.flatMap((table) => writeLongest(table, first, bind));
    const parts = [selectRequested(first, bind), ...stages].map((part) => `(${part})`);
    return `select * from (${parts.join(' union all ')}) as waiting
      order by ${order} limit ${request.limit} offset ${request.offset}`;
  });
}

// Requests come before statuses.
const order = 'due, has_request desc, lateness desc nulls last, since, id';

/** The condition that a request `r` waits for the partner. */
const isWaiting = `r.state in (${waitingStates.map((state) => `'${state}'`).join(', ')})`;

/** Returns on which of these records, within a scope, requests wait, and since when. */
export async function findRequested(
  db: Db,
  table: RecordTable,
  ids: readonly string[],
  scope: Scope,
): Promise<Pick<WaitingRecordRow, 'id' | 'since'>[]> {
  if (ids.length === 0) return [];
  return queryRows(db, (bind) => {
    const conditions = [
      `r.record_id = any(${bind(ids)}::text[])`,
      `r.record_type = '${typesByList[table]}'`,
      isWaiting,
      ...scopeConditions('r', scope, bind),
    ];
    return `select r.record_id as id, min(r.updated_at) as since from requests as r
      where ${joinAll(conditions)} group by 1`;
  });
}

/** Selects the records on which requests wait. */
function selectRequested({ scope, snoozedIds, limit, during }: WaitingRequest, bind: Bind): string {
  const conditions = [
    isWaiting,
    ...scopeConditions('r', scope, bind),
    `r.record_id <> all(${bind(snoozedIds)}::text[])`,
    ...writeDuring('r.updated_at', during, bind),
  ];
  return `
    select r.record_type || 's' as table, r.record_id as id, min(r.updated_at) as since,
      min(r.due_on) as due, true as has_request, null::float8 as lateness
    from requests as r where ${joinAll(conditions)} group by 1, 2 order by ${order} limit ${limit}`;
}

/** Returns how many records within a scope have requests that are due on each day. */
export async function countByDueDay(
  db: Db,
  { scope, snoozedIds }: Pick<WaitingRequest, 'scope' | 'snoozedIds'>,
): Promise<{ readonly due: string; readonly total: number }[]> {
  return queryRows(db, (bind) => {
    const conditions = [
      isWaiting,
      'r.due_on is not null',
      ...scopeConditions('r', scope, bind),
      `r.record_id <> all(${bind(snoozedIds)}::text[])`,
    ];
    return `select due, count(*)::integer as total from (
        select min(r.due_on) as due from requests as r where ${joinAll(conditions)}
        group by r.record_type, r.record_id
      ) as dated group by due`;
  });
}

/**
 * Selects the records without a request that have waited longest in each stage. The records of one
 * contact are read once, from their index, not once for each stage.
 */
function writeLongest(
  table: RecordTable,
  { scope, stages, snoozedIds, limit, during }: WaitingRequest,
  bind: Bind,
): string[] {
  const bySince = Map.groupBy(stages[table], ({ since }) => since);
  return [...bySince].map(([since, group]) => {
    const column = (name: 'status' | 'sub_status') =>
      `${bind(group.map((stage) => stage[name]))}::text[]`;
    const typicalTimes = `${bind(group.map((stage) => stage.typicalTime ?? null))}::float8[]`;
    const conditions = [
      ...scopeConditions('r', scope, bind),
      'r.status = stage.status',
      'r.sub_status = stage.sub_status',
      'not r.has_request',
      `r.id <> all(${bind(snoozedIds)}::text[])`,
      ...writeDuring(`r.${since}`, during, bind),
    ];
    return `
      select '${table}' as table, first.id, first.since, null::date as due, false as has_request,
        extract(epoch from now() - first.since)::float8 / nullif(stage.typical_time, 0) as lateness
      from unnest(${column('status')}, ${column('sub_status')}, ${typicalTimes}) as stage(status, sub_status, typical_time)
      cross join lateral (
        select r.id, r.${since} as since from ${table} as r where ${joinAll(conditions)}
        ${'contactId' in scope ? '' : `order by r.${since}, r.id limit ${limit}`}
      ) as first`;
  });
}

/** Returns the conditions that a column is within a time. */
function writeDuring(column: string, during: WaitingRequest['during'], bind: Bind): string[] {
  if (!during) return [];
  return [`${column} >= ${bind(during.from)}`, `${column} < ${bind(during.until)}`];
}

/** A snoozed record, with its stage. */
export interface SnoozedRow extends RecordStatuses {
  readonly has_request: boolean;
  readonly id: string;
  readonly contact_id: string;
  readonly until: Date | null;
}

/** Returns the caller's snoozed records, the first to come back first. */
export async function listSnoozed(db: Db, caller: ContactCaller): Promise<SnoozedRow[]> {
  return queryRows(db, (bind) => {
    const conditions = joinAll([
      `s.partner_id = ${bind(caller.partnerId)}`,
      `(s.until is null or (s.account_id = ${bind(caller.accountId)} and s.until > now()))`,
      ...scopeConditions('r', toScope(caller), bind),
    ]);
    const parts = recordTables.map(
      (table) => `
        select distinct on (r.id) '${table}' as table, r.id, r.contact_id, r.status, r.sub_status, r.has_request, s.until
        from snoozes as s join ${table} as r on (r.id, r.partner_id) = (s.record_id, s.partner_id) where ${conditions}
        order by r.id, s.until nulls first`,
    );
    return `select * from ((${parts.join(') union all (')})) as snoozed order by until, id`;
  });
}

/**
 * Snoozes a waiting record for an account until a moment, or for its partner until the operator
 * acts (null). Deletes snoozes that have ended.
 */
export async function saveSnooze(
  db: Db,
  { id, partner_id }: { readonly id: string; readonly partner_id: string },
  { accountId, until }: { readonly accountId: string; readonly until: string | null },
): Promise<void> {
  await db
    .insertInto('snoozes')
    .values({ record_id: id, partner_id, account_id: accountId, until })
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'account_id', 'partner_id']).doUpdateSet({ until }),
    )
    .execute();
  await db
    .deleteFrom('snoozes')
    .where('account_id', '=', accountId)
    .where('until', '<', sql<Date>`now()`)
    .execute();
}

/** Ends the snooze of a record for an account. */
export async function deleteSnooze(db: Db, recordId: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('snoozes')
    .where('record_id', '=', recordId)
    .where((is) => is.or([is('account_id', '=', accountId), is('until', 'is', null)]))
    .execute();
}
