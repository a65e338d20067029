import { type ReactNode, useState } from 'react';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { loadLater } from '#src/lib/load-later.ts';
import { randomKey } from '#src/lib/random.ts';
import { later } from '#src/ui/elements/later.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { type SelectedRows, useSelectedRows } from '#src/ui/table/row-selection.tsx';

import type { StartedExport } from './exports/export-notice.tsx';
import { DisplayMenu, RecordsBar } from './filters/records-bar.tsx';
import { ListMenu, ListTotal } from './list-menu.tsx';
import { NoRecords, RecordsList } from './records-list.tsx';
import type { BoardProps, Peek, RecordType } from './table/record-type.ts';

const SelectedRecords = later(() =>
  loadLater(async () => (await import('./selected-records.tsx')).SelectedRecords),
);
const InvalidSearch = later(
  async () => (await import('./filters/invalid-search.tsx')).InvalidSearch,
);
const ExportNotice = later(async () => (await import('./exports/export-notice.tsx')).ExportNotice);

interface RecordsPageProps {
  records: RecordType;
  /** Further buttons beside the heading. */
  actions?: ReactNode;
  mainAction?: ReactNode;
  /** Shows a row beside the list. */
  Peek: Peek;
}

/** The page of a list. What it shows, and how, is in the address. */
export function RecordsPage({ records, actions, mainAction, Peek }: RecordsPageProps) {
  const session = useSession();
  const { capabilities } = session;
  const { source, title, board } = records;
  const { list, pageSchema } = source;
  const [words, setWords] = useState('');
  const [viewName, setViewName] = useState('');
  const [started, setStarted] = useState<StartedExport>();
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
  const onExport = (what: StartedExport['what']) => setStarted({ what, key: randomKey() });
  return (
    <>
      <PageHeader
        title={viewName || title}
        subtitle={viewName === '' ? words : title}
        total={!isInvalid && <ListTotal {...{ query, filters }} />}
        actions={
          <>
            {actions}
            {/* A bar for a single button would be a row for it. */}
            {!capabilities.search && (
              <DisplayMenu {...{ records, session, onChange, onDisplay }} search={listSearch} />
            )}
            <ListMenu
              {...{ records, session, query, filters }}
              onExport={
                canExport ? () => onExport({ query: source.params(search).toString() }) : undefined
              }
              selected={canSelect ? selected : undefined}
            />
            {board && capabilities.board ? <board.Switch {...{ search, onChange }} /> : mainAction}
          </>
        }
      />
      <RecordsBar
        {...{ records, session, onChange, onFilters, onClear, onDisplay }}
        search={listSearch}
        onWords={setWords}
        onName={setViewName}
      />
      {started && (
        <ExportNotice
          key={started.key}
          {...{ list, started }}
          onClose={() => setStarted(undefined)}
        />
      )}
      {isInvalid ? (
        <InvalidSearch names={invalidFilters} onClear={() => onChange({})} />
      ) : (
        <RecordsContent
          {...{ records, session, search, onSearch, onChange, onExport, Peek }}
          selected={canSelect ? selected : undefined}
        />
      )}
    </>
  );
}

interface RecordsContentProps
  extends Omit<BoardProps, 'empty'>, Pick<RecordsPageProps, 'records' | 'Peek'> {
  onSearch: (search: RecordsSearch) => void;
  onExport: (what: StartedExport['what']) => void;
  /** Undefined if nothing can be selected. */
  selected: SelectedRows | undefined;
}

/** The records, as a list or as a board. */
function RecordsContent(props: RecordsContentProps) {
  const { records, onSearch, onExport, selected, Peek, ...shown } = props;
  const { session, search } = shown;
  if (records.board && search.view === 'board')
    return (
      <records.board.Board {...shown} empty={<NoRecords {...{ records, session, search }} />} />
    );
  return (
    <>
      <RecordsList {...{ records, session, search, onSearch, selected, Peek }} />
      {selected && <SelectedRecords {...{ records, search, selected, onExport }} />}
    </>
  );
}
