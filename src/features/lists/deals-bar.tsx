import { lazy, type ReactNode, Suspense } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { DealsPageQuery } from '#src/api/deals.ts';
import type { FilterTexts } from '#src/api/search/list-search.ts';
import { Segmented } from '#src/ui/form/segmented.tsx';
import { ListBar } from '#src/ui/table/list-bar.tsx';

import { filterMenus } from './filter-menus.tsx';
import { listSortOptions } from './list-sorting.ts';

const DealChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).DealChips,
}));

const forms = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

interface DealsBarProps {
  session: Session;
  search: DealsPageQuery;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<DealsPageQuery>) => void;
  onFilters: (changes: FilterTexts) => void;
  /** Called with the set filters in words. */
  onWords?: (words: string) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The control that chooses the columns. */
  columns?: ReactNode;
}

/**
 * Shows search, filters and sort options for the list of deals, as far as the service supports
 * them.
 */
export function DealsBar({
  session,
  search,
  onChange,
  onFilters,
  onClear,
  onWords,
  columns,
}: DealsBarProps) {
  const { capabilities } = session;
  const sortOptions = listSortOptions('amount', capabilities, search.q);
  const searchBox = {
    label: 'Search deals',
    placeholder: 'Search deals',
    value: search.q,
    onSearch: (text: string) => onChange({ q: text }),
  };
  const filters = { session, search, onFilters };
  return (
    <ListBar
      columns={columns}
      search={capabilities.search ? searchBox : undefined}
      filters={capabilities.search ? filterMenus({ list: 'deals', ...filters }) : undefined}
      chips={
        onClear && (
          <Suspense>
            <DealChips {...filters} onClear={onClear} onWords={onWords} />
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
      views={
        capabilities.board && (
          <Segmented
            label="Show as"
            options={forms}
            value={search.view}
            onChange={(view) => onChange({ view, column: '' })}
          />
        )
      }
    />
  );
}
