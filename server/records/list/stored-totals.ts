import { maxFilteredTotal } from '#contract/v1/lists.ts';
import type { Scope } from '#server/records/records.policy.ts';

import { hasFilters, type FilterValues } from './list-filters.ts';

/**
 * Returns whether the stored totals by status (decision 40) have the numbers of what a request
 * finds: leads, filtered by nothing but their statuses and owners.
 */
export function isByStatus(
  table: 'leads' | 'deals',
  request: FilterValues & { readonly q: string },
): boolean {
  const byStatus = { status: [], subStatus: [], waitingOn: [], outcome: [] };
  const others = { ...request, ...byStatus, brokerId: '', brokerRepId: '' };
  return table === 'leads' && request.q === '' && !hasFilters(others);
}

/**
 * Returns what takes the place of leads in a sum of `total`: the totals with the changes since.
 * They do not say which leads have a deal, as an outcome does: those are read from an index.
 */
export function storedTotals({ outcome = [] }: FilterValues): string {
  const columns = 'partner_id, contact_id, status, sub_status, has_request';
  const from = (table: string, total: string, deal = 'null', where = `record_type = 'lead'`) =>
    `select ${columns}, ${deal} as converted_deal_id, ${total} as total from ${table} where ${where}`;
  const hasDeal = 'converted_deal_id is not null';
  return `(${[
    from('status_totals', 'total'),
    from('total_changes', 'change'),
    ...(outcome.length > 0
      ? [from('leads', '-1', 'null', hasDeal), from('leads', '1', 'converted_deal_id', hasDeal)]
      : []),
  ].join(' union all ')})`;
}

/**
 * Returns the SQL for the sum of the totals under conditions of a record `r`, at most one above
 * `max`. Support has a total of every contact: where enough of the newest leads match, counting
 * those is faster than adding up all totals, unless `max` is above that of a list.
 */
export function storedTotal(
  request: FilterValues & { readonly scope: Scope },
  where: string,
  max: number,
): string {
  const sum = `
    select least(coalesce(sum(r.total), 0), ${max + 1})::bigint from ${storedTotals(request)} as r ${where}`;
  if (!('everything' in request.scope) || max > maxFilteredTotal) return sum;
  const newest = `select * from leads order by created_at desc, id desc limit ${5 * max}`;
  const counted = `select from (${newest}) as r ${where} limit ${max + 1}`;
  return `
    select case when (select count(*) from (${counted}) as counted) > ${max} then ${max + 1} else (${sum}) end`;
}
