import { followUpSort } from '#contract/v1/record-lists.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';

/** Filters whose value has an order that people expect: the longest wait, the first day. */
const matchingOrders: Readonly<Record<string, { value: string; sort: string }>> = {
  waitingOn: { value: 'partner', sort: 'subStatusSinceDate' },
  hasFollowUp: { value: 'yes', sort: followUpSort },
};

/**
 * Returns a change of the filters with its matching order, unless another order was chosen. Without
 * the filter, the list has its usual order again.
 */
export function inMatchingOrder(changes: FilterTexts, { sort }: RecordsSearch): FilterTexts {
  const isDefaultSort = sort.by === 'createdAt' && sort.descending;
  for (const [name, matching] of Object.entries(matchingOrders)) {
    const chosen = changes[name];
    if (chosen === undefined) continue;
    const isSet = String(chosen) === matching.value;
    if (isSet && isDefaultSort) return { ...changes, sort: matching.sort };
    if (!isSet && sort.by === matching.sort && !sort.descending) return { ...changes, sort: '' };
  }
  return changes;
}
