import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { joinAll, queryRows, statement } from '#server/records/statement.ts';

/** How many records of an owner have these statuses. */
export interface OwnerCount {
  readonly table: RecordTable;
  readonly owner: string;
  readonly status: string;
  readonly sub_status: string;
  /** Whether a request on them waits for the partner. */
  readonly has_request: boolean;
  readonly total: number;
}

/** How many leads of an owner have these statuses, by the week in which they were created. */
export interface LeadCount extends Omit<OwnerCount, 'has_request'> {
  /** From 1, in the order of the requested weeks. */
  readonly week: number;
  readonly has_deal: boolean;
}

/** Which records to count, and by whose. */
interface CountRequest {
  readonly scope: Scope;
  readonly owner: 'contact_id' | 'partner_id';
}

/**
 * Counts the leads and deals within a scope by status and owner: the stored totals, with the
 * changes that they do not yet include.
 */
export async function countStatuses(db: Db, { scope, owner }: CountRequest): Promise<OwnerCount[]> {
  return queryRows(
    db,
    statement((bind) => {
      const conditions = joinAll(scopeConditions('r', scope, bind));
      const stored = (table: string, total: string) =>
        `select record_type, ${owner} as owner, status, sub_status, has_request, ${total} as total
          from ${table} as r where ${conditions}`;
      return `
        select record_type || 's' as table, owner, status, sub_status, has_request, sum(total)::integer as total
        from (${stored('status_totals', 'total')} union all ${stored('total_changes', 'change')}) as totals
        group by record_type, owner, status, sub_status, has_request having sum(total) <> 0`;
    }),
  );
}

/**
 * Counts the leads within a scope that were created in each of these weeks, by contact and status.
 * Totals are stored by six hours; leads of those in which a week begins are counted themselves.
 */
export async function countLeadsOfWeeks(
  db: Db,
  { scope, weeks }: { readonly scope: Scope; readonly weeks: readonly string[] },
): Promise<LeadCount[]> {
  if (weeks.length === 0) return [];
  return queryRows(
    db,
    statement((bind) => {
      const begins = `${bind(weeks)}::timestamptz[]`;
      const conditions = scopeConditions('r', scope, bind);
      const stored = (table: string, total: string) => `
        select contact_id, status, sub_status, width_bucket(created_within, ${begins}) as week, has_deal,
          ${total} as total
        from ${table} as r
        where ${joinAll([...conditions, 'created_within >= (select min(start) from begins)'])}
          and created_within not in (select start from begins where is_within)`;
      return `
        with begins as materialized (
          select six_hours_of(week) as start, bool_or(week <> six_hours_of(week)) as is_within
          from unnest(${begins}) as week group by 1
        )
        select 'leads' as table, contact_id as owner, status, sub_status, week, has_deal,
          sum(total)::integer as total
        from (
          ${stored('creation_totals', 'total')}
          union all ${stored('total_changes', 'change')}
          union all
          select r.contact_id, r.status, r.sub_status, width_bucket(r.created_at, ${begins}),
            r.converted_deal_id is not null, 1
          from begins join leads as r
            on r.created_at >= begins.start and r.created_at < begins.start + interval '6 hours'
          where ${joinAll([...conditions, 'begins.is_within'])}
        ) as counted
        where week > 0 group by 2, 3, 4, 5, 6 having sum(total) <> 0`;
    }),
  );
}

/** Adds the changes of totals to the totals, so that few are left to add while reading. */
export async function addTotalChanges(db: Db): Promise<void> {
  await sql`select fold_total_changes()`.execute(db);
}
