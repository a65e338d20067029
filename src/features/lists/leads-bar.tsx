import { lazy, type ReactNode, Suspense } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { FilterTexts } from '#src/api/search/list-search.ts';
import { ListBar } from '#src/ui/table/list-bar.tsx';

import { filterMenus } from './filter-menus.tsx';
import { listSortOptions } from './list-sorting.ts';

const LeadChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).LeadChips,
}));

interface LeadsBarProps {
  session: Session;
  search: LeadListQuery;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<LeadListQuery>) => void;
  onFilters: (changes: FilterTexts) => void;
  /** Called with the set filters in words. */
  onWords?: (words: string) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The control that chooses the columns. */
  columns?: ReactNode;
}

/**
 * Shows search, filters and sort options for the list of leads, as far as the service supports
 * them.
 */
export function LeadsBar({
  session,
  search,
  onChange,
  onFilters,
  onClear,
  onWords,
  columns,
}: LeadsBarProps) {
  const { capabilities } = session;
  const sortOptions = listSortOptions('amountRequested', capabilities, search.q);
  const searchBox = {
    label: 'Search leads',
    placeholder: 'Search leads',
    value: search.q,
    onSearch: (text: string) => onChange({ q: text }),
  };
  const filters = { session, search, onFilters };
  return (
    <ListBar
      columns={columns}
      search={capabilities.search ? searchBox : undefined}
      filters={capabilities.search ? filterMenus({ list: 'leads', ...filters }) : undefined}
      chips={
        onClear && (
          <Suspense>
            <LeadChips {...filters} onClear={onClear} onWords={onWords} />
          </Suspense>
        )
      }
      sorting={
        sortOptions === undefined
          ? undefined
          : {
              options: sortOptions,
              value: search.sort,
              onChange: (chosen) => onChange({ sort: chosen }),
            }
      }
    />
  );
}
