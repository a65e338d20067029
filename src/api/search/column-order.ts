import type { Capabilities } from '#contract/portal/accounts.ts';
import type { Sort } from '#contract/v1/list-parameters.ts';
import { ownSorts } from '#contract/v1/lists.ts';

/** The link of a column's header that orders a list by the column, and its present direction. */
export interface ColumnOrder {
  orderTo?: string;
  order?: 'ascending' | 'descending';
}

/**
 * Returns what orders a list by a field: descending first, reversed if the list is in this order.
 * `pathOf` returns the address of the list in an order. A service may have no orders, or not those
 * of the portal's own records.
 */
export function columnOrder<By extends string>(
  { sort, home }: Pick<Capabilities, 'sort' | 'home'>,
  current: Sort<By>,
  pathOf: (sort: Sort<By>) => string,
) {
  return (by: By): ColumnOrder => {
    if (!sort || (!home && ownSorts.includes(by))) return {};
    const isNow = current.by === by;
    const descending = isNow ? !current.descending : true;
    const orderTo = pathOf({ by, descending });
    return isNow ? { orderTo, order: descending ? 'ascending' : 'descending' } : { orderTo };
  };
}

/** The times of a lead or deal. */
interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: {
    readonly statusSinceDate: string;
    readonly subStatusSinceDate: string;
    readonly lastActivityDate: string | null;
  };
}

/**
 * Returns the time to show of a record where there is space for one: the one by which the list is
 * ordered, else since when the record is in its status.
 */
export function shownTime(by: string, { createdAt, updatedAt, fields }: Times) {
  switch (by) {
    case 'updatedAt':
      return { words: 'Last changed', timestamp: updatedAt };
    case 'subStatusSinceDate':
      return { words: 'In sub-status for', timestamp: fields.subStatusSinceDate };
    case 'lastActivityDate':
      return { words: 'Last activity', timestamp: fields.lastActivityDate ?? createdAt };
    default:
      return { words: 'In status for', timestamp: fields.statusSinceDate };
  }
}

/** Returns whether a list is in its usual order, newest first. */
export function isUsualOrder({ by, descending }: Sort): boolean {
  return by === 'createdAt' && descending;
}
