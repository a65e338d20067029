import type { Role } from '#contract/endpoint.ts';
import type { Db } from '#server/db/connect.ts';
import type { Via } from '#server/db/record-tables.ts';
import { changesSince, filterConditions } from '#server/records/list-filters.ts';
import { statement } from '#server/records/page-query.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { readRows } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/search-condition.ts';

import { allOf, type Table } from './home.store.ts';

/** What somebody else than the reader changed since a moment. */
export interface SinceVisit {
  readonly scope: Scope;
  readonly readerId: string;
  readonly since: string;
}

/** Counts the records that changed, by contact. */
export async function countChanged(
  db: Db,
  table: Table,
  { scope, readerId, since }: SinceVisit,
): Promise<{ owner: string; total: number }[]> {
  return readRows(
    db,
    statement((bind) => {
      const conditions = [
        ...scopeConditions('r', scope, bind),
        ...filterConditions({ changedSince: since }, { table, scope, readerId }, bind),
      ];
      return `select r.contact_id as owner, count(*)::integer as total
        from ${table} as r where ${allOf(conditions)} group by 1`;
    }),
  );
}

/** A record that changed, and when last. */
export interface LatestChange {
  readonly id: string;
  readonly at: Date;
  /** Whether somebody else created the record since. */
  readonly is_created: boolean;
}

/** Returns the records that changed, those that changed last first. */
export async function listLatestChanged(
  db: Db,
  table: Table,
  { scope, readerId, since }: SinceVisit,
  limit: number,
): Promise<LatestChange[]> {
  return readRows(
    db,
    statement((bind) => {
      const [from, reader] = [bind(since), bind(readerId)];
      const changed = [
        ...scopeConditions('c', scope, bind),
        `c.record_type = '${table === 'leads' ? 'lead' : 'deal'}'`,
        ...changesSince('c', from, reader),
      ];
      const created = [
        ...scopeConditions('r', scope, bind),
        `r.created_at > ${from} and r.created_by <> ${reader}`,
      ];
      // A record that was reassigned since is not the reader’s any more.
      return `
        select id, max(at) as at, bool_or(is_created) as is_created from (
          select c.record_id as id, c.at, false as is_created from changes as c
          where ${allOf(changed)} and exists (
            select from ${table} as r where r.id = c.record_id and ${allOf(scopeConditions('r', scope, bind))})
          union all
          select r.id, r.created_at, true from ${table} as r where ${allOf(created)}
        ) as entries group by id order by at desc, id limit ${limit}`;
    }),
  );
}

/** An entry of the history, with the account that made it. */
export interface EntryRow {
  readonly record_id: string;
  readonly kind: 'created' | 'changed' | 'call' | 'attached';
  readonly via: Via;
  readonly former: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>>;
  readonly account_name: string | null;
  readonly account_role: Role | null;
  readonly account_partner_id: string | null;
}

/** Maximum number of entries to read of one record: what changed more often is told in part. */
const maxEntries = 200;

/** Returns what somebody else did to these records since a moment, in its order. */
export async function listEntries(
  db: Db,
  ids: readonly string[],
  { readerId, since }: SinceVisit,
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return readRows(
    db,
    statement((bind) => {
      const [from, reader] = [bind(since), bind(readerId)];
      return `
        select c.record_id, c.kind, c.via, c.former, c.current, accounts.name as account_name,
          accounts.role as account_role, accounts.partner_id as account_partner_id
        from unnest(${bind(ids)}::text[]) as record(id)
        cross join lateral (
          select * from changes where record_id = record.id
            and kind in ('created', 'changed', 'call', 'attached') and at > ${from} and by <> ${reader}
          order by id desc limit ${maxEntries}
        ) as c
        left join accounts on accounts.id = c.by
        order by c.id`;
    }),
  );
}
