import { waitingStates } from '#contract/portal/requests.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { type Bind, joinAll, queryRows } from '#server/db/statement.ts';
import type { FollowUpRow } from '#server/follow-ups/follow-ups.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** A status and sub-status in which records wait, and the time since which they do. */
export interface WaitingStage {
  readonly status: string;
  readonly sub_status: string;
  readonly since: 'status_since' | 'sub_status_since';
  /** The usual time in the status, in milliseconds: the most overdue come first. */
  readonly typicalTime?: number | undefined;
}

/** The owner whose waiting records are listed, the stages of these, and what is followed up. */
export interface WaitingRequest {
  readonly scope: Scope;
  readonly stages: Readonly<Record<RecordTable, readonly WaitingStage[]>>;
  /** The records to leave out: those to follow up later, and those of `followUps`. */
  readonly omittedIds: readonly string[];
  /** The records to follow up now, whoever they wait for. */
  readonly followUps: readonly FollowUpRow[];
  readonly limit: number;
  readonly offset: number;
  /** Only what began to wait in this time, the end not included. */
  readonly during?: { readonly from: Date; readonly until: Date } | undefined;
}

/** A record that waits, since when, and the first day on which it is due; YYYY-MM-DD. */
export interface WaitingRecordRow {
  readonly table: RecordTable;
  readonly id: string;
  readonly since: Date;
  readonly due: string | null;
}

/**
 * Returns the records within a scope that wait: with a request, or else in these stages; and those
 * to follow up. By the day they are due, then other requests, then statuses, the oldest of each
 * first, or the most overdue by the usual time. All are the first entries of indexes, however many
 * others there are.
 */
export async function listWaiting(db: Db, request: WaitingRequest): Promise<WaitingRecordRow[]> {
  const first = { ...request, limit: request.limit + request.offset };
  return queryRows(db, (bind) => {
    const stages = recordTables.flatMap((table) => writeLongest(table, first, bind));
    const followed = selectFollowUps(first, bind);
    const parts = [selectRequested(first, bind), ...stages, ...followed].map((part) => `(${part})`);
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

/** Selects the records to follow up now, by their days. */
function selectFollowUps({ followUps }: WaitingRequest, bind: Bind): string[] {
  if (followUps.length === 0) return [];
  const column = (name: keyof FollowUpRow) => bind(followUps.map((row) => row[name]));
  return [
    `select "table", id, day::timestamp at time zone 'UTC' as since, due, has_request, null::float8 as lateness
      from unnest(${column('table')}::text[], ${column('id')}::text[], ${column('day')}::date[],
        ${column('due')}::date[], ${column('has_request')}::boolean[])
        as followed("table", id, day, due, has_request)`,
  ];
}

/** Selects the records on which requests wait. */
function selectRequested({ scope, omittedIds, limit, during }: WaitingRequest, bind: Bind): string {
  const conditions = [
    isWaiting,
    ...scopeConditions('r', scope, bind),
    `r.record_id <> all(${bind(omittedIds)}::text[])`,
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
  { scope, omittedIds }: Pick<WaitingRequest, 'scope' | 'omittedIds'>,
): Promise<{ readonly due: string; readonly total: number }[]> {
  return queryRows(db, (bind) => {
    const conditions = [
      isWaiting,
      'r.due_on is not null',
      ...scopeConditions('r', scope, bind),
      `r.record_id <> all(${bind(omittedIds)}::text[])`,
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
  { scope, stages, omittedIds, limit, during }: WaitingRequest,
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
      `r.id <> all(${bind(omittedIds)}::text[])`,
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
