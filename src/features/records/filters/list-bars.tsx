import { lazy, type ReactNode, Suspense } from 'react';

import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { SortOption } from '#src/lib/sort-options.ts';
import { ListBar } from '#src/ui/table/list-bar.tsx';

import { filterMenus, type FilterProps } from './filter-menus.tsx';
import { listSortOptions, type SortField } from './list-sorting.ts';

const LeadChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).LeadChips,
}));

/** The list that a bar is above, and what the bar changes. */
export interface BarProps<Search> extends Omit<FilterProps, 'list' | 'search'> {
  search: Search;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<Search>) => void;
  /** Called with the set filters in words. */
  onWords?: (words: string) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The control that chooses the columns. */
  columns?: ReactNode;
}

/** The bar above the list of leads. That of deals is loaded with its page. */
export function LeadsBar({ onChange, onClear, onWords, ...props }: BarProps<LeadListQuery>) {
  return (
    <RecordsBar
      {...props}
      list="leads"
      amountField="amountRequested"
      onSearch={(q) => onChange({ q })}
      onSort={(sort) => onChange({ sort })}
      chips={onClear && <LeadChips {...props} onClear={onClear} onWords={onWords} />}
    />
  );
}

interface RecordsBarProps<Amount extends string> extends Omit<FilterProps, 'search'> {
  search: FilterProps['search'] & { q: string; sort: SortOption<SortField<Amount>> };
  /** The name of the records' amount field. */
  amountField: Amount;
  onSearch: (text: string) => void;
  onSort: (sort: SortOption<SortField<Amount>>) => void;
  /** The filters that are set; undefined if there are none. */
  chips: ReactNode;
  columns?: ReactNode;
}

/** Shows search, filters and sort options for a list, as far as the service supports them. */
export function RecordsBar<Amount extends string>({
  amountField,
  onSearch,
  onSort,
  chips,
  columns,
  ...filters
}: RecordsBarProps<Amount>) {
  const { list, search, session } = filters;
  const { capabilities } = session;
  const sortOptions = listSortOptions(amountField, capabilities, search.q);
  const label = `Search ${list}`;
  return (
    <ListBar
      columns={columns}
      search={
        capabilities.search ? { label, placeholder: label, value: search.q, onSearch } : undefined
      }
      filters={capabilities.search ? filterMenus(filters) : undefined}
      chips={chips && <Suspense>{chips}</Suspense>}
      sorting={sortOptions && { options: sortOptions, value: search.sort, onChange: onSort }}
    />
  );
}
