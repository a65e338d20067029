import type { Role } from '#contract/endpoint.ts';
import { homeLimits } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';
import { type Bind, joinAll, queryRows, runStatement } from '#server/db/statement.ts';
import {
  isOfKinds,
  otherActors,
  unreadEntries,
  unreadKinds,
} from '#server/records/list/record-changes.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import type { RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** The changes since a moment, except those of the reader. */
export interface SinceVisit {
  readonly scope: Scope;
  readonly readerId: string;
  readonly since: string;
}

/** A record that changed, and when last. */
export interface LatestChange {
  readonly id: string;
  readonly at: Date;
  /** Whether somebody else created the record since. */
  readonly is_created: boolean;
}

/** In how many of the latest entries of the history records are counted; more if too few. */
const countedEntries = [1_000, 5_000];

/**
 * Reads what others created or changed, as the filter `changedSince` of the lists finds it: how
 * many records, and those that changed last. Whoever comes back late sees that there are many.
 */
export async function readChangedRecords(
  db: Db,
  table: RecordTable,
  visit: SinceVisit,
  limit: number,
) {
  let latest: (LatestChange & { readonly total: number; readonly counted: number })[] = [];
  for (const most of countedEntries) {
    latest = await queryRows(db, (bind) => selectLatest(table, visit, { most, limit }, bind));
    const [first] = latest;
    if (first && (first.total > homeLimits.changed || first.counted < most)) break;
  }
  return { total: latest[0]?.total ?? 0, latest };
}

function selectLatest(
  table: RecordTable,
  { scope, readerId, since }: SinceVisit,
  { most, limit }: { readonly most: number; readonly limit: number },
  bind: Bind,
): string {
  const [from, reader] = [bind(since), bind(readerId)];
  const entries = unreadEntries(table, scope, bind);
  // A record stays with its partner, but one that was reassigned is not the contact’s any more.
  const visible =
    'contactId' in scope
      ? `where exists (select from ${table} as r where ${joinAll(['r.id = latest.id', ...scopeConditions('r', scope, bind)])})`
      : '';
  return `
    with entries as materialized (
      select entry.* from (${otherActors(entries, reader)}) as actor cross join lateral (
        select c.record_id as id, c.at from changes as c
        where ${joinAll(entries)} and c.by = actor.by and c.at > ${from} order by c.at desc limit ${most}
      ) as entry order by at desc limit ${most}
    )
    select latest.*, r.created_at > ${from} and r.created_by <> ${reader} as is_created, (select count(*) from entries)::integer as counted
    from (
      select id, at, (count(*) over ())::integer as total from (
        select id, max(at) as at from entries group by 1 order by 2 desc limit ${homeLimits.changed + 1}
      ) as latest ${visible} order by at desc, id limit ${limit}
    ) as latest join ${table} as r using (id) order by at desc, id`;
}

/** The actor of an entry of the history, and the way it was made. */
export interface EntryActor {
  readonly via: ChangeSource;
  readonly account_name: string | null;
  readonly account_role: Role | null;
  readonly account_partner_id: string | null;
}

/** An entry of the history, with the account that made it. */
export interface EntryRow extends EntryActor {
  readonly record_id: string;
  readonly kind: (typeof unreadKinds)[number];
  readonly former: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>>;
}

/** The most entries to read of one record: a record that changed more often is shown in part. */
const maxEntries = 200;

/** Returns what somebody else did to these records since a moment, in its order. */
export async function listEntries(
  db: Db,
  ids: readonly string[],
  { readerId, since }: SinceVisit,
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return queryRows(db, (bind) => {
    const [from, reader] = [bind(since), bind(readerId)];
    return `
      select c.record_id, c.kind, c.via, c.former, c.current, accounts.name as account_name,
        accounts.role as account_role, accounts.partner_id as account_partner_id
      from unnest(${bind(ids)}::text[]) as record(id)
      cross join lateral (
        select * from changes as e where record_id = record.id
          and ${isOfKinds('e', unreadKinds)} and at > ${from} and by <> ${reader}
        order by id desc limit ${maxEntries}
      ) as c
      left join accounts on accounts.id = c.by
      order by c.id`;
  });
}

/** The latest change of an unread record, and who made it. */
export interface UnreadRow extends EntryActor {
  readonly record_id: string;
  /** Whether the record was created since. */
  readonly is_created: boolean;
}

/**
 * Returns the SQL of when a reader last marked everything as read; without that, seven days ago.
 */
function visitText(reader: string): string {
  return `coalesce((select v.seen_at from home_visits as v where v.account_id = ${reader}), now() - interval '7 days')`;
}

/**
 * Returns the conditions of an entry `c` of the history of a record that a reader has not read:
 * what somebody else did since the reader last marked everything as read. What there was before the
 * reader had an account counts as read.
 */
function unreadConditions(reader: string): string[] {
  const accountSince = `(select a.created_at from accounts as a where a.id = ${reader})`;
  return [
    isOfKinds('c', unreadKinds),
    `c.at > greatest(${visitText(reader)}, ${accountSince})`,
    `c.by <> ${reader}`,
  ];
}

/**
 * Returns which of these records, within a scope, somebody else has created or changed since the
 * reader had an account, marked everything as read or opened the record, whichever was last. Each
 * is one look into the index of its history.
 */
export async function findUnread(
  db: Db,
  table: RecordTable,
  ids: readonly string[],
  { scope, readerId }: { scope: Scope; readerId: string },
): Promise<UnreadRow[]> {
  if (ids.length === 0) return [];
  return queryRows(db, (bind) => {
    const reader = bind(readerId);
    return `
      select latest.record_id, latest.is_created, latest.via, accounts.name as account_name,
        accounts.role as account_role, accounts.partner_id as account_partner_id
      from unnest(${bind(ids)}::text[]) as requested(id)
      join ${table} as r on ${['r.id = requested.id', ...scopeConditions('r', scope, bind)].join(' and ')}
      left join record_reads as opened on opened.account_id = ${reader} and opened.record_id = r.id
        and opened.partner_id = r.partner_id
      cross join lateral (
        select c.record_id, c.via, c.by, bool_or(c.kind = 'created') over () as is_created
        from changes as c
        where c.record_id = r.id and c.partner_id = r.partner_id and c.id > coalesce(opened.change_id, 0)
          and ${unreadConditions(reader).join(' and ')}
        order by c.id desc limit 1
      ) as latest
      left join accounts on accounts.id = latest.by`;
  });
}

/**
 * Stores that an account has read a record: everything that others have done to it until now.
 * Stores nothing if nothing is unread.
 */
export async function saveRead(db: Db, accountId: string, recordId: string): Promise<void> {
  await runStatement(db, (bind) => {
    const reader = bind(accountId);
    // The time is the clock’s, after the read changes were committed: `deleteReads` needs that.
    return `
      insert into record_reads (account_id, record_id, partner_id, change_id, read_at)
      select ${reader}, ${bind(recordId)}, max(c.partner_id), max(c.id), clock_timestamp() from changes as c
      where c.record_id = ${bind(recordId)} and ${unreadConditions(reader).join(' and ')}
      having max(c.id) is not null
      on conflict (account_id, record_id, partner_id) do update
        set change_id = excluded.change_id, read_at = excluded.read_at
        where record_reads.change_id < excluded.change_id`;
  });
}

/** Deletes an account’s reads from before it marked everything as read, which includes them. */
export async function deleteReads(tx: Db, accountId: string, until: Date): Promise<void> {
  await tx
    .deleteFrom('record_reads')
    .where('account_id', '=', accountId)
    .where('read_at', '<=', until)
    .execute();
}
