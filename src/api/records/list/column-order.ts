import type { Capabilities } from '#contract/portal/accounts.ts';
import type { Sort } from '#contract/v1/list-parameters.ts';
import { ownSorts, recordSorts } from '#contract/v1/lists.ts';

/** The link of a column's header that orders a list by the column, and its present direction. */
export interface ColumnOrder {
  orderTo?: string;
  order?: 'ascending' | 'descending';
}

/** The capabilities that decide on the orders of a list. */
export type OrderCapabilities = Pick<Capabilities, 'sort' | 'home' | 'recordSearch'>;

/**
 * Returns what orders a list by a field: descending first, reversed if the list is in this order.
 * In the default order, the best match of a search is first: then it is the order of no field.
 * `linkTo` returns the address of the list in an order. A service may have no orders, or not those
 * of the portal's own records.
 */
export function columnOrder(
  { sort, home, recordSearch }: OrderCapabilities,
  { q, sort: current }: { readonly q: string; readonly sort: Sort },
  linkTo: (sort: Sort) => string,
) {
  const isByMatch = recordSearch && q !== '' && current.by === 'createdAt' && current.descending;
  return (by: string): ColumnOrder => {
    if (!sort || (!home && ownSorts.includes(by))) return {};
    const isNow = current.by === by;
    const descending = isNow ? !current.descending : true;
    const orderTo = linkTo({ by, descending });
    return isNow && !isByMatch
      ? { orderTo, order: descending ? 'ascending' : 'descending' }
      : { orderTo };
  };
}

/** The times that a list can be ordered by; each is a column. */
const times: readonly string[] = recordSorts;

/**
 * Returns the name of the one time that a list shows where there is little space: the one by which
 * it is ordered, else when a record was created.
 */
export function mainTime(orderedBy: string): string {
  return times.includes(orderedBy) ? orderedBy : 'createdAt';
}
