import type { Session } from '#contract/portal/accounts.ts';
import {
  ownSortOptions,
  type SortOption,
  sortOptionsFor,
  sortOptionsOfSearch,
} from '#src/lib/sort-options.ts';

type OwnField = (typeof ownSortOptions)[keyof typeof ownSortOptions]['by'];
/** The fields that a list can be ordered by, of which one is the records' amount field. */
export type SortField<Amount extends string> =
  | 'createdAt'
  | 'updatedAt'
  | 'statusSinceDate'
  | OwnField
  | Amount;

/**
 * Returns the sort options of a list that is searched for `q`, as far as the service supports them;
 * undefined if it can't sort. `amountField` is the name of the records' amount field.
 */
export function listSortOptions<Amount extends string>(
  amountField: Amount,
  { sort, home, recordSearch }: Session['capabilities'],
  q: string,
): Readonly<Record<string, SortOption<SortField<Amount>>>> | undefined {
  if (!sort) return undefined;
  const specified = sortOptionsFor(amountField);
  const all = { ...specified, ...ownSortOptions };
  if (q !== '' && recordSearch) return sortOptionsOfSearch(all);
  return home ? all : specified;
}
