import type { Db } from '#server/db/connect.ts';
import { isOfKinds, unreadKinds } from '#server/records/list/record-changes.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { queryRows, runStatement } from '#server/records/statement.ts';

import type { EntryActor } from './changed.store.ts';

/** The latest change of an unread record, and who made it. */
export interface UnreadRow extends EntryActor {
  readonly record_id: string;
  readonly at: Date;
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
      select latest.record_id, latest.at, latest.is_created, latest.via, accounts.name as account_name,
        accounts.role as account_role, accounts.partner_id as account_partner_id
      from unnest(${bind(ids)}::text[]) as requested(id)
      join ${table} as r on ${['r.id = requested.id', ...scopeConditions('r', scope, bind)].join(' and ')}
      left join record_reads as opened on opened.account_id = ${reader} and opened.record_id = r.id
      cross join lateral (
        select c.record_id, c.at, c.via, c.by, bool_or(c.kind = 'created') over () as is_created
        from changes as c
        where c.record_id = r.id and c.id > coalesce(opened.change_id, 0)
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
    // The time is that of the clock, after what is read was committed: `deleteReads` depends on it.
    return `
      insert into record_reads (account_id, record_id, change_id, read_at)
      select ${reader}, ${bind(recordId)}, max(c.id), clock_timestamp() from changes as c
      where c.record_id = ${bind(recordId)} and ${unreadConditions(reader).join(' and ')}
      having max(c.id) is not null
      on conflict (account_id, record_id) do update
        set change_id = excluded.change_id, read_at = excluded.read_at
        where record_reads.change_id < excluded.change_id`;
  });
}

/** Deletes what an account read before it marked everything as read: that is read anyway. */
export async function deleteReads(tx: Db, accountId: string, until: Date): Promise<void> {
  await tx
    .deleteFrom('record_reads')
    .where('account_id', '=', accountId)
    .where('read_at', '<=', until)
    .execute();
}
