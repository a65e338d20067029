import type { Role } from '#contract/endpoint.ts';
import { homeLimits } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';
import { changeKinds, changesSince, isOfKinds } from '#server/records/list/record-changes.ts';
import { type RecordTable, recordTypes } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { joinAll, type Bind, queryRows, statement } from '#server/records/statement.ts';

/** The changes since a moment by somebody else than the reader. */
export interface SinceVisit {
  readonly scope: Scope;
  readonly readerId: string;
  readonly since: string;
}

/** The conditions of what others did within a scope since a moment, in one statement. */
function writeConditions(table: RecordTable, { scope, readerId, since }: SinceVisit, bind: Bind) {
  const [from, reader] = [bind(since), bind(readerId)];
  const visible = joinAll(scopeConditions('r', scope, bind));
  return {
    /** Of a record `r` that the reader may see. */
    visible,
    /** Of a record `r` that somebody else has created since. */
    created: `r.created_at > ${from} and r.created_by <> ${reader}`,
    /** Of an entry `c` of the history. */
    changed: joinAll([
      ...scopeConditions('c', scope, bind),
      `c.record_type = '${recordTypes[table].name}'`,
      ...changesSince('c', from, reader),
    ]),
  };
}

/** A record that changed, and when last. */
export interface LatestChange {
  readonly id: string;
  readonly at: Date;
  /** Whether somebody else created the record since. */
  readonly is_created: boolean;
}

/** The records that changed: how many, at most one above {@link homeLimits.changed}; the latest. */
export interface ChangedRecords {
  readonly total: number;
  readonly latest: readonly LatestChange[];
}

/** Of how many entries of the history, the latest, the records are counted. */
const maxCountedEntries = 5_000;

/**
 * Reads what changed, as the filter `changedSince` of the lists finds it: how many records, and
 * those that changed last. What was created is read by the index on the time of creation, without
 * looking up each record by its id. Whoever comes back after a long time sees that there are many.
 */
export async function readChangedRecords(
  db: Db,
  table: RecordTable,
  visit: SinceVisit,
  limit: number,
): Promise<ChangedRecords> {
  const most = homeLimits.changed + 1;
  const rows = await queryRows<LatestChange & { readonly total: number }>(
    db,
    statement((bind) => {
      const { visible, created, changed } = writeConditions(table, visit, bind);
      // A record that was reassigned since is not the reader’s any more.
      return `
        with created as materialized (
          select r.id, r.created_at as at, true as is_created from ${table} as r
          where ${visible} and ${created} order by r.created_at desc, r.id desc limit ${most}
        ), changed as materialized (
          select r.id, latest.at, (${created}) as is_created
          from (
            select id, max(at) as at from (
              select c.record_id as id, c.at from changes as c where ${changed} order by c.at desc limit ${maxCountedEntries}
            ) as entries group by 1 order by 2 desc limit ${most}
          ) as latest join ${table} as r using (id)
          where ${visible}
        )
        select id, max(at) as at, bool_or(is_created) as is_created, least(${most}, (select count(*) from created)
          + (select count(*) from changed where not is_created))::integer as total
        from (table created union all table changed) as latest
        group by id order by max(at) desc, id limit ${limit}`;
    }),
  );
  return { total: rows[0]?.total ?? 0, latest: rows };
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
  readonly kind: 'created' | (typeof changeKinds)[number];
  readonly former: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>>;
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
  return queryRows(
    db,
    statement((bind) => {
      const [from, reader] = [bind(since), bind(readerId)];
      return `
        select c.record_id, c.kind, c.via, c.former, c.current, accounts.name as account_name,
          accounts.role as account_role, accounts.partner_id as account_partner_id
        from unnest(${bind(ids)}::text[]) as record(id)
        cross join lateral (
          select * from changes as e where record_id = record.id
            and ${isOfKinds('e', ['created', ...changeKinds])} and at > ${from} and by <> ${reader}
          order by id desc limit ${maxEntries}
        ) as c
        left join accounts on accounts.id = c.by
        order by c.id`;
    }),
  );
}
