import { lazy, type ReactNode, Suspense } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import type { RecordType } from '#src/features/records/table/record-type.ts';
import {
  ownSortOptions,
  type SortOption,
  sortOptionsFor,
  sortOptionsOfSearch,
} from '#src/lib/sort-options.ts';
import { ListBar } from '#src/ui/table/list-bar.tsx';

import { filterMenus, type FilterProps } from './filter-menus.tsx';

const FilterChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).FilterChips,
}));

interface RecordsBarProps extends Omit<FilterProps, 'list' | 'search'> {
  records: RecordType;
  search: RecordsSearch;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<RecordsSearch>) => void;
  /** Called with the set filters in words. */
  onWords?: (words: string) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The control that chooses the columns. */
  columns?: ReactNode;
}

/**
 * The bar above a list or board: search, filters and sort options, as far as the service supports
 * them.
 */
export function RecordsBar({
  records: { source, amountField },
  onChange,
  onClear,
  onWords,
  columns,
  ...props
}: RecordsBarProps) {
  const { search, session } = props;
  const { capabilities } = session;
  const { list } = source;
  const sortOptions = listSortOptions(amountField, capabilities, search.q);
  const label = `Search ${list}`;
  return (
    <ListBar
      columns={columns}
      search={
        capabilities.search
          ? { label, placeholder: label, value: search.q, onSearch: (q) => onChange({ q }) }
          : undefined
      }
      filters={capabilities.search ? filterMenus({ ...props, list }) : undefined}
      chips={
        onClear && (
          <Suspense>
            <FilterChips {...props} {...{ source, onClear, onWords }} />
          </Suspense>
        )
      }
      sorting={
        sortOptions && {
          options: sortOptions,
          value: search.sort,
          onChange: (sort) => onChange({ sort }),
        }
      }
    />
  );
}

/**
 * Returns the sort options of a list that is searched for `q`, as far as the service supports them;
 * undefined if it can't sort.
 */
function listSortOptions(
  amountField: string,
  { sort, home, recordSearch }: Session['capabilities'],
  q: string,
): Readonly<Record<string, SortOption>> | undefined {
  if (!sort) return undefined;
  const specified = sortOptionsFor(amountField);
  const all = { ...specified, ...ownSortOptions };
  if (q !== '' && recordSearch) return sortOptionsOfSearch(all);
  return home ? all : specified;
}
