import { useCallback, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { type ReadRecord, recordId } from '#src/api/read-record.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import type { ListedRecord, RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useMarks } from '#src/api/records/unread-marks.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { later } from '#src/ui/elements/later.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

import type { EditedField } from './table/in-place-editor.tsx';
import type { Peek, RecordType } from './table/record-type.ts';
import { RecordsTable } from './table/records-table.tsx';

const MarkAllRead = later(async () => (await import('./mark-all-read.tsx')).MarkAllRead);

const InPlaceEditor = later(
  async () => (await import('./table/in-place-editor.tsx')).InPlaceEditor,
);

interface RecordsListProps {
  records: RecordType;
  session: Session;
  search: RecordsSearch;
  onSearch: (search: RecordsSearch) => void;
  /** Undefined if nothing can be selected. */
  selected?: SelectedRows | undefined;
  /** Shows a row beside the list; undefined if nothing does. */
  Peek?: Peek | undefined;
}

const none: readonly string[] = [];

/** Shows the requested page of a list. */
export function RecordsList(props: RecordsListProps) {
  const { records, session, search, onSearch, selected, Peek } = props;
  const { type, list, query, recordTo } = records.source;
  const { account, capabilities, columns } = session;
  const page = useListPage(query, search, onSearch, capabilities);
  const { unread, waits } = useMarks(list, page.list.rows, session);
  const [peeked, onPeek] = useState<ReadRecord<ListedRecord>>();
  const [edited, setEdited] = useState<EditedField>();
  const onEdit = useCallback(
    (row: ReadRecord<ListedRecord>, { edits = '' }: { edits?: string | undefined }) => {
      if (row.ok) setEdited({ id: row.record.id, field: edits });
    },
    [],
  );
  return (
    <>
      <RecordList
        {...page}
        action={unread.size > 0 && <MarkAllRead />}
        errorTitle={`Couldn’t load ${list}`}
        empty={<NoRecords {...{ records, session, search }} />}
      >
        {(rows) => (
          <RecordsTable
            records={records}
            rows={rows}
            changed={page.list.changed}
            unread={unread}
            waits={waits}
            isStale={page.list.isStale}
            search={search}
            selected={selected}
            chosen={search.columns.length > 0 ? search.columns : (columns?.[list] ?? none)}
            readerRole={account.role}
            contactId={session.contact?.id}
            capabilities={capabilities}
            onPeek={Peek && onPeek}
            onEdit={records.FieldForm && capabilities.contacts ? onEdit : undefined}
          />
        )}
      </RecordList>
      {edited && records.FieldForm && (
        <InPlaceEditor
          type={type}
          edited={edited}
          Form={records.FieldForm}
          rowTo={recordTo(edited.id)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {Peek && peeked && (
        <Peek
          id={recordId(peeked)}
          rows={page.list.rows ?? []}
          {...{ records, search, waits, onPeek }}
        />
      )}
    </>
  );
}

type NoRecordsProps = Pick<RecordsListProps, 'records' | 'session' | 'search'>;

/** Says why a list is empty: the page is past its end, nothing matches, or there are no records. */
export function NoRecords({ records: { source, renderEmpty }, session, search }: NoRecordsProps) {
  const { type, pageSchema, listTo } = source;
  const { page, view } = search;
  if (page > 1 && view !== 'board')
    return (
      <EmptyState
        title={`There is no page ${page}`}
        action={
          <LinkButton to={listTo(changedSearch(pageSchema, search, {}))}>
            Go to the first page
          </LinkButton>
        }
      >
        The list has fewer pages.
      </EmptyState>
    );
  if (!isNarrowed(pageSchema, search)) return renderEmpty(session.account.role);
  const { q, ...filters } = search;
  const isFiltered = isNarrowed(pageSchema, { ...filters, q: '' });
  const cleared = (change: Partial<RecordsSearch>, label: string) => (
    <LinkButton to={listTo(changedSearch(pageSchema, change, {}))}>{label}</LinkButton>
  );
  const display = { view: view ?? 'list', sort: search.sort, columns: search.columns };
  return (
    <EmptyState
      title={q === '' ? `No ${type} matches the filters` : `No ${type} matches “${q}”`}
      action={
        <>
          {q !== '' && cleared({ ...filters, q: '' }, 'Clear search')}
          {isFiltered && cleared({ ...display, q }, 'Clear filters')}
        </>
      }
    />
  );
}
