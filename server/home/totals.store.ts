import { sql } from 'kysely';

import { dealSubStatusesWaitingOn } from '#contract/portal/deal-waits.ts';
import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import type { Db } from '#server/db/connect.ts';
import {
  isConverted,
  levelConditions,
  ownConditions,
  splitBlock,
} from '#server/records/list/creation-blocks.ts';
import { waitsOn } from '#server/records/list/list-filters.ts';
import type { RecordTable, Scope } from '#server/records/records.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { joinAll, queryRows, statement } from '#server/records/statement.ts';

/** A status and sub-status of records. */
export interface WaitingStatuses {
  readonly table: RecordTable;
  readonly status: string;
  readonly sub_status: string;
}

/** How many records of an owner wait for the partner. */
export interface OwnerCount {
  readonly table: RecordTable;
  readonly owner: string;
  readonly total: number;
}

/** How many leads were created in a week, and how many of them became deals. */
export interface WeekCount {
  /** From 1, in the order of the requested weeks. */
  readonly week: number;
  readonly total: number;
  readonly converted: number;
}

/** Which records to count, and by whose. */
interface CountRequest {
  readonly scope: Scope;
  readonly owner: 'contact_id' | 'partner_id';
}

/**
 * Reads what waits for the partner within a scope, from the stored totals with the changes that are
 * not yet added to them. Rows are found by the statuses that can wait, in indexes.
 */
export async function readWaiting(db: Db, { scope, owner }: CountRequest) {
  const rows = await queryRows<
    (OwnerCount & { status: null }) | (WaitingStatuses & { owner: null })
  >(
    db,
    statement((bind) => {
      const { statuses } = leadStatusesWaitingOn('partner');
      const subStatuses = [...statuses, ...dealSubStatusesWaitingOn('partner')];
      const conditions = [
        ...scopeConditions('r', scope, bind),
        `(r.has_request or r.status = any(${bind(statuses)}) or r.sub_status = any(${bind(subStatuses)}))`,
        `case r.record_type when 'lead' then ${waitsOn(['partner'], { table: 'leads' }, bind)}
          else ${waitsOn(['partner'], { table: 'deals' }, bind)} end`,
      ];
      const level = levelConditions(owner === 'contact_id' ? 'contacts' : 'partners');
      const stored = (table: string, total: string, where: readonly string[]) =>
        `select record_type || 's' as table, ${owner} as owner, status, sub_status, ${total} as total
          from ${table} as r where ${joinAll([...where, ...conditions])}`;
      return `
        with waiting as materialized (
          ${stored('status_totals', 'total', level)} union all ${stored('total_changes', 'change', [])}
        )
        select "table", owner, null as status, null as sub_status, sum(total)::integer as total
        from waiting group by 1, 2 having sum(total) <> 0
        union all
        select "table", null, status, sub_status, null from waiting group by 1, 3, 4`;
    }),
  );
  return {
    owners: rows.flatMap((row) => (row.status === null ? [row] : [])),
    stages: rows.flatMap((row) => (row.status === null ? [] : [row])),
  };
}

/**
 * Counts the leads within a scope that were created in each of these weeks: the blocks, with the
 * changes that are not yet added to them, belong to the weeks in which they begin. In a block in
 * which another week begins, the leads from that moment on are counted themselves, and moved.
 */
export async function countLeadsOfWeeks(
  db: Db,
  { scope, weeks }: { readonly scope: Scope; readonly weeks: readonly string[] },
): Promise<WeekCount[]> {
  if (weeks.length === 0) return [];
  return queryRows(db, (bind) => {
    const begins = `${bind(weeks)}::timestamptz[]`;
    const visible = scopeConditions('r', scope, bind);
    const ofLeads = joinAll([`r.record_type = 'lead'`, ...ownConditions(scope, bind)]);
    const writeWeek = (at: string) => `width_bucket(${at}, ${begins})`;
    return `
      with blocks as materialized (
        select *, ${writeWeek('starts_at')} as week,
          (select min(week) from unnest(${begins}) as week where week > starts_at and week < ends_at) as week_at
        from (
          select starts_at, total, converted, lead(starts_at, 1, 'infinity') over (order by starts_at) as ends_at
          from creation_blocks as r where ${ofLeads} and starts_at >= (select coalesce(max(starts_at), '-infinity')
            from creation_blocks as r where ${ofLeads} and starts_at <= (${begins})[1])
        ) as blocks
      ), split as materialized (
        select * from blocks where week_at is not null
      ), moved as (
        select split.week as from_week, later.* from split cross join lateral (
          select ${writeWeek('r.created_at')} as week, count(*) as total,
            count(*) filter (where ${isConverted('r.converted_deal_id is not null')}) as converted
          from leads as r
          where ${joinAll([...visible, 'r.created_at >= split.week_at', 'r.created_at < split.ends_at'])} group by 1
        ) as later
      )
      select week, sum(total)::integer as total, sum(converted)::integer as converted
      from (
        select week, total, converted from blocks
        union all select week, total, converted from moved
        union all select from_week, -total, -converted from moved
        union all
        select coalesce(split.week, ${writeWeek('r.created_at')}), r.change, case when ${isConverted('r.has_deal')} then r.change else 0 end
        from total_changes as r left join split on r.created_at >= split.starts_at and r.created_at < split.ends_at
        where ${joinAll([`r.record_type = 'lead'`, ...visible])}
      ) as counted
      where week > 0 group by week`;
  });
}

/** At most so many blocks are split at a time, so that changes are added up meanwhile. */
const maxSplits = 20;

/**
 * Adds the changes of totals to the totals, so that few are left to add while reading, and splits
 * blocks that have become too large: if anything was added, or if any `mayBeLarge`. Returns whether
 * any may still be.
 */
export async function addTotalChanges(db: Db, mayBeLarge = true): Promise<boolean> {
  const { rows } = await sql<{ is_added: boolean }>`
    select fold_total_changes() as is_added`.execute(db);
  if (!mayBeLarge && !rows[0]?.is_added) return false;
  for (let splits = 0; splits < maxSplits; splits += 1) if (!(await splitBlock(db))) return false;
  return true;
}
