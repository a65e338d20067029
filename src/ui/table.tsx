import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { pressableRows } from './row-presses.ts';

import s from './table.module.css';

/** A column of a {@link Table}. The first one names the row, and carries its link. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** A CSS width. Columns without one share what is left. */
  width?: string;
  /** Figures: to the right, of equal width. */
  num?: boolean;
  /** Less important: in the soft ink. */
  soft?: boolean;
  /** Where it stands on the card that a row becomes on a phone; without a place it is not on it. */
  card?: 'title' | 'mark' | 'text' | 'figure';
  /** Left out where the table has less room than this, in pixels: what the reader misses least gives way first. */
  from?: 740 | 860 | 980 | 1140 | 1240 | 1340;
  /** Where its head leads to, to order the rows by it. */
  orderTo?: string;
  /** How the rows are ordered by it now. */
  order?: 'ascending' | 'descending';
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Without rows, as long as they load, the table is drawn with empty ones. */
  rows: readonly Row[] | undefined;
  /** The address the whole row leads to. */
  rowTo?: (row: Row) => string;
  /** Words in place of a row that cannot be read. */
  rowError?: (row: Row) => string | undefined;
  /** How many rows to draw while they load. */
  loadingRows?: number;
  /** These rows are the previous ones; the next are on their way. */
  stale?: boolean;
}

/** Records as a plain table with rows of 40 px; on a phone each row becomes a card. Columns keep their width from page to page. */
export function Table<Row>({
  label,
  columns,
  rows,
  stale,
  loadingRows = 20,
  ...row
}: TableProps<Row>) {
  return (
    <div className={s.room}>
      <table
        className={s.table}
        aria-label={label}
        aria-busy={stale || rows === undefined}
        data-stale={stale || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={pressableRows}>
          {rows === undefined
            ? Array.from({ length: loadingRows }, (_, index) => (
                <LoadingRow key={index} columns={columns} />
              ))
            : // By place, not by record: another page then changes texts, where new rows would be laid out anew.
              rows.map((each, place) => (
                <BodyRow key={place} row={each} columns={columns} {...row} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** Words that stand in a cell on the card alone that a row becomes on a phone, in place of columns that it has no room for. */
export function OnCard({ children }: { children: ReactNode }) {
  return <span className={s.onCard}>{children}</span>;
}

function Head<Row>({ column }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      {...placing(column)}
      style={column.width === undefined ? undefined : { width: column.width }}
      aria-sort={column.order}
    >
      {column.orderTo === undefined ? (
        column.head
      ) : (
        <Link to={column.orderTo} className={s.orderLink ?? ''} data-order={column.order}>
          {column.head}
        </Link>
      )}
    </th>
  );
}

type BodyRowProps<Row> = Pick<TableProps<Row>, 'columns' | 'rowTo' | 'rowError'> & { row: Row };

function BodyRow<Row>({ row, columns, rowTo, rowError }: BodyRowProps<Row>) {
  const error = rowError?.(row);
  // Not one cell over all columns: it would also span those that have given way, and leave a gap in their place.
  if (error !== undefined)
    return (
      <tr className={s.error}>
        {columns.map((column, index) => (
          <td key={column.head} {...placing(column)}>
            {index === 0 && <span>{error}</span>}
          </td>
        ))}
      </tr>
    );
  return (
    <tr className={rowTo && s.pressable}>
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.head} scope="row" {...placing(column)}>
            {rowTo === undefined ? (
              column.cell(row)
            ) : (
              <Link to={rowTo(row)} className={s.rowLink ?? ''}>
                {column.cell(row)}
              </Link>
            )}
          </th>
        ) : (
          <td key={column.head} {...placing(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** A row that has the height of a real one. */
function LoadingRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr aria-hidden>
      {columns.map((column) => (
        <td key={column.head} {...placing(column)}>
          <span className={s.loading} />
        </td>
      ))}
    </tr>
  );
}

/** The column's choices as data attributes, for the style sheet. */
function placing<Row>({ num, soft, card, from }: Column<Row>) {
  return {
    'data-num': num || undefined,
    'data-soft': soft || undefined,
    'data-card': card ?? 'none',
    'data-from': from,
  };
}
