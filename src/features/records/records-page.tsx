import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { loadLater } from '#src/lib/load-later.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { FilterMenu } from '#src/ui/table/filter-menu.tsx';
import { type SelectedRows, useSelectedRows } from '#src/ui/table/row-selection.tsx';

import { ExportButton } from './exports/export-button.tsx';
import { RecordsBar } from './filters/records-bar.tsx';
import { NoRecords, RecordsList } from './records-list.tsx';
import { SelectButton } from './selection/select-button.tsx';
import type { BoardProps, RecordType } from './table/record-type.ts';
import { ViewsButton } from './views/views-button.tsx';

const SelectedRecords = lazy(async () =>
  loadLater(async () => (await import('./selected-records.tsx')).SelectedRecords),
);
const InvalidSearch = lazy(async () => ({
  default: (await import('./filters/invalid-search.tsx')).InvalidSearch,
}));
const ColumnsChoice = lazy(async () => ({
  default: (await import('./table/columns-choice.tsx')).ColumnsChoice,
}));

interface RecordsPageProps {
  records: RecordType;
  /** Further buttons beside the heading. */
  actions?: ReactNode;
  mainAction?: ReactNode;
}

/** The page of a list. What it shows, and how, is in the address. */
export function RecordsPage({ records, actions, mainAction }: RecordsPageProps) {
  const session = useSession();
  const { capabilities } = session;
  const { source, title, board } = records;
  const { list, pageSchema } = source;
  const [words, setWords] = useState('');
  const [viewName, setViewName] = useState('');
  const { search, listSearch, filters, invalidFilters, ...changes } = useListSearch(
    pageSchema,
    capabilities,
  );
  const { onSearch, onChange, onFilters, onClear, onDisplay } = changes;
  const selected = useSelectedRows(`${list}?${filters}`);
  const isInvalid = invalidFilters.length > 0;
  const isBoard = search.view === 'board';
  const query = ((isBoard && board) || source).query(search);
  const canExport = capabilities.exports && !isInvalid;
  const canSelect = canExport && !isBoard;
  // A bar for a single button would be a row for it.
  const hasBar = capabilities.search || capabilities.sort;
  const columns = useMemo(
    () => (
      <FilterMenu label="Columns" chosen={[]}>
        {() => <ColumnsChoice {...{ records, session, onDisplay }} search={listSearch} />}
      </FilterMenu>
    ),
    [records, session, listSearch, onDisplay],
  );
  // Not rendered again for another page.
  const bar = useMemo(
    () => (
      <RecordsBar
        {...{ records, session, onChange, onFilters, onClear }}
        search={listSearch}
        onWords={setWords}
        columns={hasBar && !isBoard && columns}
      />
    ),
    [records, session, listSearch, onChange, onFilters, onClear, hasBar, isBoard, columns],
  );
  return (
    <>
      <PageHeader
        title={title}
        subtitle={viewName || words}
        actions={
          <>
            <ViewsButton list={list} session={session} onName={setViewName} />
            {canExport && <ExportButton {...{ source, search, query, filters }} />}
            {canSelect && <SelectButton {...{ query, selected, filters }} />}
            {!hasBar && !isBoard && columns}
            {actions}
          </>
        }
        mainAction={
          board && capabilities.board ? <board.Switch {...{ search, onChange }} /> : mainAction
        }
      />
      {bar}
      {isInvalid ? (
        <Suspense>
          <InvalidSearch names={invalidFilters} onClear={() => onChange({})} />
        </Suspense>
      ) : (
        <RecordsContent
          {...{ records, session, search, onSearch, onChange }}
          selected={canSelect ? selected : undefined}
        />
      )}
    </>
  );
}

interface RecordsContentProps extends Omit<BoardProps, 'empty'> {
  records: RecordType;
  onSearch: (search: RecordsSearch) => void;
  /** What is selected; undefined if nothing can be selected. */
  selected: SelectedRows | undefined;
}

/** The records, as a list or as a board. */
function RecordsContent({ records, onSearch, selected, ...shown }: RecordsContentProps) {
  const { session, search } = shown;
  if (records.board && search.view === 'board')
    return (
      <records.board.Board {...shown} empty={<NoRecords {...{ records, session, search }} />} />
    );
  return (
    <>
      <RecordsList {...{ records, session, search, onSearch, selected }} />
      {selected && (
        <Suspense>
          <SelectedRecords {...{ records, search, selected }} />
        </Suspense>
      )}
    </>
  );
}
