import type { Db } from '#server/db/connect.ts';
import { joinAll, queryRows } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

import { isConverted, ownConditions } from './creation-blocks.store.ts';

/** How many leads were created in a week, and how many of them became deals. */
export interface WeekCount {
  /** From 1, in the order of the requested weeks. */
  readonly week: number;
  readonly total: number;
  readonly converted: number;
}

/**
 * Counts the leads within a scope that were created in each of these weeks. A block, with its
 * pending changes, belongs to the week in which it begins. If another week begins within a block,
 * the leads from that moment on are counted one by one, and moved to that week.
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
