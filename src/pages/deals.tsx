import { lazy, Suspense, useState } from 'react';

import { dealsQuery, useBoardTotal, useDealsSearch } from '#src/api/records/deals.ts';
import { useSession } from '#src/api/session.ts';
import { DealsBoard } from '#src/features/deals/deals-board.tsx';
import { DealsList } from '#src/features/deals/deals-list.tsx';
import { ExportButton } from '#src/features/records/exports/export-button.tsx';
import { DealsBar, ListOrBoard } from '#src/features/records/filters/deals-bar.tsx';
import { SelectButton } from '#src/features/records/selection/select-button.tsx';
import { ViewsButton } from '#src/features/records/views/views-button.tsx';
import { loadLater } from '#src/lib/load-later.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { FilterMenu } from '#src/ui/table/filter-menu.tsx';
import { useSelectedRows } from '#src/ui/table/row-selection.tsx';

const SelectedDeals = lazy(async () =>
  loadLater(async () => (await import('./selected-deals.tsx')).SelectedDeals),
);
const MarkAllRead = lazy(async () => ({
  default: (await import('#src/features/records/mark-all-read.tsx')).MarkAllRead,
}));
const InvalidSearch = lazy(async () => ({
  default: (await import('#src/features/records/filters/invalid-search.tsx')).InvalidSearch,
}));
const DealColumnsChoice = lazy(async () => ({
  default: (await import('./columns-choice.tsx')).DealColumnsChoice,
}));

/** The deals, as a list or as a board. What is shown and how is in the address. */
export function Component() {
  const session = useSession();
  const { capabilities } = session;
  const [words, setWords] = useState('');
  const [viewName, setViewName] = useState('');
  const { search, filters, onSearch, onChange, onFilters, onClear, onDisplay, invalidFilters } =
    useDealsSearch(capabilities);
  const selected = useSelectedRows(`deals?${filters}`);
  const boardTotal = useBoardTotal(search);
  const isInvalid = invalidFilters.length > 0;
  const canSelect = capabilities.exports && !isInvalid;
  const columns = search.view === 'list' && (
    <FilterMenu label="Columns" chosen={[]}>
      {() => <DealColumnsChoice {...{ session, search, onDisplay }} />}
    </FilterMenu>
  );
  // A bar for a single button would be a row for it.
  const hasBar = capabilities.search || capabilities.sort;
  return (
    <>
      <PageHeader
        title="Deals"
        subtitle={viewName || words}
        actions={
          <>
            <ViewsButton list="deals" session={session} onName={setViewName} />
            {canSelect && (
              <ExportButton
                searched={{ list: 'deals', search }}
                query={dealsQuery(search)}
                filters={filters}
                counted={boardTotal}
              />
            )}
            {!hasBar && columns}
            {canSelect && search.view !== 'board' && (
              <SelectButton {...{ selected, filters }} query={dealsQuery(search)} />
            )}
          </>
        }
        mainAction={
          capabilities.board ? <ListOrBoard view={search.view} onChange={onChange} /> : undefined
        }
      />
      <DealsBar
        {...{ session, search, onChange, onFilters, onClear }}
        onWords={setWords}
        columns={hasBar && columns}
      />
      {isInvalid && (
        <Suspense>
          <InvalidSearch names={invalidFilters} onClear={() => onChange({})} />
        </Suspense>
      )}
      {isInvalid ? null : search.view === 'board' ? (
        <DealsBoard {...{ session, search, onChange }} />
      ) : (
        <>
          <DealsList
            {...{ session, search, onSearch }}
            selected={canSelect ? selected : undefined}
            unreadAction={
              <Suspense>
                <MarkAllRead />
              </Suspense>
            }
          />
          {canSelect && (
            <Suspense>
              <SelectedDeals {...{ search, selected }} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}
