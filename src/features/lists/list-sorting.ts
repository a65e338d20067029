import type { Session } from '#contract/portal/accounts.ts';
import {
  ownSortOptions,
  type SortOption,
  sortOptionsFor,
  sortOptionsOfSearch,
} from '#src/lib/sort-options.ts';

type OwnField = (typeof ownSortOptions)[keyof typeof ownSortOptions]['by'];
type SortOptions<By extends string> = Readonly<Record<string, SortOption<By>>>;

/**
 * Returns the sort options of a list that is searched for `q`, as far as the service supports them;
 * undefined if it can't sort. `amountField` is the name of the records' amount field.
 */
export function listSortOptions<Amount extends string>(
  amountField: Amount,
  { sort, home, recordSearch }: Session['capabilities'],
  q: string,
): SortOptions<'createdAt' | 'updatedAt' | 'statusSinceDate' | OwnField | Amount> | undefined {
  if (!sort) return undefined;
  const specified = sortOptionsFor(amountField);
  const all = { ...specified, ...ownSortOptions };
  if (q !== '' && recordSearch) return sortOptionsOfSearch(all);
  return home ? all : specified;
}
