import { useEffect, useMemo, useState } from 'react';

import type { SelectedRows } from '#src/ui/table/row-selection.tsx';
import { Table } from '#src/ui/table/table.tsx';

import { furtherWidth, type NamedColumn, shownColumns, widthOf } from './shown-columns.ts';

/** A record that could be read, or one that could not. */
type RecordRow<Item> =
  | { readonly ok: true; readonly record: Item }
  | { readonly ok: false; readonly id: string | undefined };

/** What a list shows of its records, and how. */
export interface ListedRows<Row> {
  rows: readonly Row[] | undefined;
  isStale: boolean;
  /** The ids of rows whose values changed just now. */
  changed?: ReadonlySet<string | undefined> | undefined;
  /** What the unread rows say, "Unread: changed by Pat", by their ids. */
  unread?: ReadonlyMap<string | undefined, string> | undefined;
  /** What is selected; undefined if nothing can be selected. */
  selected?: SelectedRows | undefined;
  /** The names of the chosen columns; none: the usual ones. */
  chosen?: readonly string[];
}

interface RecordsTableProps<Item, Row> extends ListedRows<Row> {
  /** What a row is: "lead". */
  noun: string;
  /** The accessible name of the table. */
  label: string;
  columns: readonly NamedColumn<Row>[];
  /** Loads what returns the columns of further fields; always the same function. */
  loadFacts: () => Promise<{
    factColumns: (columns: readonly NamedColumn<Row>[], isSupport: boolean) => NamedColumn<Row>[];
  }>;
  isSupport: boolean;
  loadingRows: number;
  rowTo: (id: string) => string;
  nameOf: (record: Item) => string;
}

const none: readonly string[] = [];

/** Shows one record per row. A record that cannot be parsed becomes a marked row. */
export function RecordsTable<Item extends { readonly id: string }, Row extends RecordRow<Item>>({
  noun,
  columns,
  chosen = none,
  loadFacts,
  isSupport,
  isStale,
  changed,
  unread,
  selected,
  rowTo,
  nameOf,
  ...table
}: RecordsTableProps<Item, Row>) {
  const hasFurther = chosen.some((name) => !isAmong(columns, name));
  const facts = useLoaded(hasFurther, loadFacts);
  const { shown, areChosen } = useMemo(() => {
    const further = chosen.filter((name) => !isAmong(columns, name));
    const all = [
      ...columns,
      ...(facts?.factColumns(columns, isSupport) ?? (facts === null ? [] : further.map(placeFor))),
    ];
    // Until the columns of further fields are loaded, any name may be one of them.
    const areKnown = all.some(({ name }) => chosen.includes(name));
    const names = areKnown ? chosen : none;
    return { shown: shownColumns(all, names), areChosen: names.length > 0 };
  }, [columns, facts, isSupport, chosen]);
  const selection = useMemo(
    () =>
      selected && {
        selected,
        // Only what can be displayed can be selected.
        idsOf: (row: Row) => (row.ok ? [row.record.id] : []),
        nameOf: (row: Row) => (row.ok ? nameOf(row.record) : ''),
      },
    [selected, nameOf],
  );
  return (
    <Table
      {...table}
      columns={shown}
      minWidth={areChosen ? widthOf(shown) : undefined}
      stale={isStale}
      rowTo={(row) => rowTo(row.ok ? row.record.id : '')}
      rowError={(row) => (row.ok ? undefined : errorOf(noun, row.id))}
      unreadText={(row) => unread?.get(idOf(row))}
      isChanged={(row) => changed?.has(idOf(row)) ?? false}
      selection={selection}
    />
  );
}

function isAmong(columns: readonly { readonly name: string }[], wanted: string): boolean {
  return columns.some(({ name }) => name === wanted);
}

/** Returns an empty column in the place of one whose header and cells are still loading. */
function placeFor<Row>(name: string, index: number): NamedColumn<Row> {
  return { name, header: ' '.repeat(index + 1), width: furtherWidth, cell: () => null };
}

function idOf(row: RecordRow<{ readonly id: string }>): string | undefined {
  return row.ok ? row.record.id : row.id;
}

function errorOf(noun: string, id: string | undefined): string {
  const inBrackets = id === undefined ? '' : ` (${id})`;
  return `This ${noun}${inBrackets} couldn’t be displayed. The others are not affected. Contact support.`;
}

/**
 * Returns what a file exports; undefined until it is loaded, which it is when it is needed; null
 * where that failed. It is tried again when the component is shown again. `load` is always the
 * same.
 */
function useLoaded<Exports extends object>(
  isNeeded: boolean,
  load: () => Promise<Exports>,
): Exports | null | undefined {
  const [loaded, setLoaded] = useState<Exports | null>();
  useEffect(() => {
    if (isNeeded) load().then(setLoaded, () => setLoaded(null));
  }, [isNeeded, load]);
  return loaded;
}
