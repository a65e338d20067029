import { useCallback, useMemo, useState } from 'react';

import type { Role } from '#contract/endpoint.ts';
import type { Session } from '#contract/portal/accounts.ts';
import { type ReadRecord, recordId } from '#src/api/read-record.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { changedSearch } from '#src/api/records/list/list-search.ts';
import type { ListedRecord, RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useStore } from '#src/lib/store.ts';
import { describeUnread } from '#src/lib/unread-text.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { useAmountsWidth } from '#src/ui/elements/use-amounts.ts';
import { PendingField } from '#src/ui/form/pending-field.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';
import { Table, type TableProps, density } from '#src/ui/table/table.tsx';

import { NoRecords } from './no-records.tsx';
import type { EditedField } from './table/in-place-editor.tsx';
import { columnOrder, type OrderCapabilities } from './table/record-columns.tsx';
import type { Peek, RecordDescription } from './table/record-description.ts';
import {
  extraWidth,
  type NamedColumn,
  shownColumns,
  sumWidths,
  useLoaded,
} from './table/shown-columns.ts';

const MarkAllRead = lazyComponent(async () => (await import('./mark-all-read.tsx')).MarkAllRead);

const InPlaceEditor = lazyComponent(
  async () => (await import('./table/in-place-editor.tsx')).InPlaceEditor,
  PendingField,
);

interface RecordsListProps {
  records: RecordDescription;
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
  const { type, list, query, getRecordPath } = records.source;
  const { account, capabilities, columns } = session;
  const page = useListPage(query, search, onSearch, capabilities);
  const isUnread = page.list.rows?.some((row) => row.ok && row.record.unread);
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
        action={isUnread && <MarkAllRead />}
        errorTitle={`Couldn’t load ${list}`}
        empty={<NoRecords {...{ records, session, search }} />}
      >
        <RecordsTable
          {...page.list}
          {...{ records, search, selected, capabilities }}
          chosen={search.columns.length > 0 ? search.columns : (columns?.[list] ?? none)}
          readerRole={account.role}
          contactId={session.contact?.id}
          onPeek={Peek && onPeek}
          onEdit={records.FieldForm && capabilities.contacts ? onEdit : undefined}
        />
      </RecordList>
      {edited && records.FieldForm && (
        <InPlaceEditor
          type={type}
          edited={edited}
          Form={records.FieldForm}
          rowPath={getRecordPath(edited.id)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {Peek && peeked && (
        <Peek id={recordId(peeked)} rows={page.list.rows ?? []} {...{ records, search, onPeek }} />
      )}
    </>
  );
}

const GroupedTable = lazyComponent(
  async () => (await import('./table/grouped-table.tsx')).GroupedTable,
  ({ table }) => <Table {...table} />,
);

interface RecordsTableProps {
  records: RecordDescription;
  rows: readonly ReadRecord<ListedRecord>[] | undefined;
  isStale: boolean;
  /** The ids of rows whose values changed just now. */
  changed?: ReadonlySet<string | undefined> | undefined;
  onPeek?: ((row: ReadRecord<ListedRecord>) => void) | undefined;
  onEdit?: TableProps<ReadRecord<ListedRecord>>['onEdit'];
  /** Undefined if nothing can be selected. */
  selected?: SelectedRows | undefined;
  /** The names of the chosen columns; none: the usual ones. */
  chosen?: readonly string[];
  search: RecordsSearch;
  /** The role of the reader: support sees the partner of each record, an admin its contact. */
  readerRole: Role;
  contactId?: string | undefined;
  capabilities: OrderCapabilities;
}

/** Shows one record per row. A record that cannot be parsed becomes a marked row. */
export function RecordsTable({
  records,
  rows,
  isStale,
  changed,
  onPeek,
  onEdit,
  selected,
  chosen = none,
  search,
  readerRole: role,
  contactId,
  capabilities,
}: RecordsTableProps) {
  const { source, title, getName, getColumns, loadFieldColumns } = records;
  const amountsWidth = useAmountsWidth();
  const listed = useMemo(() => {
    const order = columnOrder(capabilities, search, (change) =>
      source.getListPath(changedSearch(source.pageSchema, search, change)),
    );
    const { sort } = search;
    const { home } = capabilities;
    const settings = { order, sort, role, contactId, chosen, amountsWidth, home };
    const columns = getColumns(settings);
    const names = columns.map(({ name }) => name);
    // Also the follow-up, if the rows are in its order.
    const extra = [...chosen, sort.by].filter((name) => !names.includes(name));
    return { settings, columns, names, extra };
  }, [source, getColumns, capabilities, search, role, contactId, chosen, amountsWidth]);
  const getFieldColumns = useLoaded(listed.extra.length > 0, loadFieldColumns);
  const { shown, areChosen } = useMemo(() => {
    const { settings, columns, names, extra } = listed;
    const loading = getFieldColumns === null ? [] : extra.map(toPlaceholder);
    const all = [...columns, ...(getFieldColumns?.(names, settings) ?? loading)];
    // Until the columns of further fields are loaded, any name may be one of them.
    const areKnown = all.some(({ name }) => chosen.includes(name));
    return { shown: shownColumns(all, areKnown ? chosen : none), areChosen: areKnown };
  }, [listed, getFieldColumns, chosen]);
  const selection = useMemo(
    () =>
      selected && {
        selected,
        // Only what can be displayed can be selected.
        idsOf: (row: ReadRecord<ListedRecord>) => (row.ok ? [row.record.id] : []),
        nameOf: (row: ReadRecord<ListedRecord>) => (row.ok ? getName(row.record) : ''),
      },
    [selected, getName],
  );
  const table: TableProps<ReadRecord<ListedRecord>> = {
    label: title,
    columns: shown,
    rows,
    loadingRows: search.pageSize,
    minWidth: areChosen ? sumWidths(shown) : undefined,
    stale: isStale,
    density: useStore(density),
    getRowPath: (row) => source.getRecordPath(row.ok ? row.record.id : ''),
    rowError: (row) => (row.ok ? undefined : describeError(source.type, row.id)),
    unreadText: (row) =>
      row.ok && row.record.unread ? describeUnread(row.record.unread) : undefined,
    isChanged: (row) => changed?.has(recordId(row)) ?? false,
    selection,
    onPeek,
    onEdit,
  };
  if (!search.group || !rows) return <Table {...table} />;
  return <GroupedTable {...{ table, records, rows, search, role }} />;
}

/** Returns an empty column in the place of one whose header and cells are still loading. */
function toPlaceholder<Row>(name: string, index: number): NamedColumn<Row> {
  return { name, header: ' '.repeat(index + 1), width: extraWidth, cell: () => null };
}

function describeError(type: string, id: string | undefined): string {
  const inBrackets = id === undefined ? '' : ` (${id})`;
  return `This ${type}${inBrackets} couldn’t be displayed. The others are not affected. Contact support.`;
}
