import { typesByList } from '#contract/v1/record-types.ts';
import { joinAll } from '#server/db/statement.ts';
import { narrowestOwner, type Scope } from '#server/records/records.policy.ts';
import { type RecordTable } from '#server/records/records.store.ts';

import { findLevel, type Level, levelConditions } from './creation-blocks.store.ts';
import { hasFilters, type FilterValues } from './list-filters.store.ts';

/**
 * Returns whether the stored totals by status (docs/decisions/counts-and-totals.md) have the
 * numbers of what a request finds: records filtered by nothing but their statuses and owners.
 */
export function isByStatus(request: FilterValues & { readonly q: string }): boolean {
  const byStatus = { status: [], subStatus: [], waitingOn: [], outcome: [] };
  const others = { ...request, ...byStatus, brokerId: '', brokerRepId: '' };
  return request.q === '' && !hasFilters(others);
}

/**
 * Returns the source that replaces records in a sum of `total`: the totals with the changes since,
 * of the narrowest owner that a request names, or of each owner of a `level`. The totals do not say
 * which leads have a deal, as an outcome does: those are read from an index.
 */
export function storedTotals(
  table: RecordTable,
  { scope, brokerId, brokerRepId, outcome = [] }: FilterValues & { readonly scope: Scope },
  level: Level = findLevel(narrowestOwner(scope, brokerId, brokerRepId)),
): string {
  const isOfLevel = joinAll(levelConditions(level));
  const columns = 'partner_id, contact_id, status, sub_status, has_request';
  const from = (source: string, total: string, where: string, deal = 'null') =>
    `select ${columns}, ${deal} as converted_deal_id, ${total} as total from ${source} as r where ${where}`;
  const hasDeal = 'converted_deal_id is not null';
  const isOfType = `record_type = '${typesByList[table]}'`;
  return `(${[
    from('status_totals', 'total', `${isOfType} and ${isOfLevel}`),
    from('total_changes', 'change', isOfType),
    ...(outcome.length > 0
      ? [from('leads', '-1', hasDeal), from('leads', '1', hasDeal, 'converted_deal_id')]
      : []),
  ].join(' union all ')})`;
}

/**
 * Returns the SQL for the sum of the totals under conditions of a record `r`, at most one above
 * `max`.
 */
export function storedTotal(
  table: RecordTable,
  request: FilterValues & { readonly scope: Scope },
  where: string,
  max: number,
): string {
  return `select least(coalesce(sum(r.total), 0), ${max + 1})::bigint from ${storedTotals(table, request)} as r ${where}`;
}
