import { type ReactNode, useMemo } from 'react';

import { densityKey, densityMark } from '#src/lib/page-elements.ts';
import { createStoredChoice } from '#src/lib/store.ts';
import { Link } from '#src/ui/elements/link.tsx';

import { BodyRow, columnAttributes, LoadingRow, selectCell, clickableRows } from './body-row.tsx';
import { type RowSelection, SelectBox } from './row-selection.tsx';

import s from './table.module.css';

/** A column of a {@link Table}. The first column names the row and contains its link. */
export interface Column<Row> {
  header: string;
  cell(this: void, row: Row): ReactNode;
  /** Below the first column's cell, beside it in compact rows. */
  below?(this: void, row: Row): string | null;
  /** A CSS width. Columns without one share the remaining width. */
  width?: string;
  /** Figures: right-aligned, with tabular digits. */
  num?: boolean;
  /** Less important: in the soft text colour. */
  soft?: boolean;
  /** The field that its cells edit in place. */
  edits?: string | undefined;
  /** Names and the like, which a browser that translates the page leaves as they are. */
  isVerbatim?: boolean;
  /** Never cut: text too long for one line continues on the next. */
  wraps?: boolean;
  /**
   * The position on the card that a row becomes on a phone. `time`: after its header, "Created 5 h
   * ago", with `owner` beside it; `line`: below, after its header. Default: not on the card.
   */
  card?: 'title' | 'mark' | 'text' | 'figure' | 'time' | 'owner' | 'line';
  /** The width of the table from which on the column is shown, in pixels. */
  minTableWidth?: 740 | 860 | 980 | 1140 | 1240 | 1340 | 1500;
  /** The URL of the header's link, which sorts the rows by this column. */
  orderTo?: string;
  /** The current sort direction of this column. */
  order?: 'ascending' | 'descending';
}

/** Rows below a header of their own. */
export interface RowGroup<Row> {
  readonly key: string;
  /** In the column that names the rows, and in that of their figure. */
  readonly title: ReactNode;
  readonly figure: ReactNode;
  readonly rows: readonly Row[];
}

export interface TableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while they load: the table then renders placeholder rows. */
  rows: readonly Row[] | undefined;
  /** The rows in groups, each below its header. */
  groups?: readonly RowGroup<Row>[] | undefined;
  /** Returns the URL that the whole row links to. */
  getRowPath?: (row: Row) => string;
  /** Returns the message shown in place of a row that can't be displayed. */
  rowError?: (row: Row) => string | undefined;
  /** Returns what an unread row says, "Unread: changed by Pat"; undefined for other rows. */
  unreadText?: (row: Row) => string | undefined;
  /** Returns whether a row is marked as updated. */
  isChanged?: (row: Row) => boolean;
  /** Looks at a row beside the table, when Space is pressed on its link. */
  onPeek?: ((row: Row) => void) | undefined;
  /** Edits a field of a row in place. */
  onEdit?: ((row: Row, column: Column<Row>) => void) | undefined;
  /** Shows a checkbox in each row, and one for all of them. */
  selection?: RowSelection<Row> | undefined;
  /** The number of placeholder rows while loading. */
  loadingRows?: number;
  /** Whether the rows are the previous ones while the next ones load. */
  stale?: boolean;
  /**
   * The width of chosen columns, in pixels: all are shown, and a narrower table scrolls sideways.
   */
  minWidth?: number | undefined;
  density?: Density;
}

/**
 * A table of records with rows of 40 px, or 24 px; on a phone each row becomes a card. Column
 * widths stay the same from page to page.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, stale, minWidth, density, selection } = props;
  const pageIds = useMemo(
    () => selection && rows?.flatMap((each) => selection.idsOf(each)),
    [selection, rows],
  );
  return (
    <div className={s.container} data-chosen={minWidth !== undefined || undefined}>
      <table
        className={`${s.table} card`}
        style={minWidth === undefined ? undefined : { minWidth }}
        aria-label={label}
        aria-busy={stale || rows === undefined}
        data-stale={stale || undefined}
        data-below={columns[0]?.below && ''}
        {...{ [densityMark]: density }}
        data-selecting={selection?.selected.isSelecting || undefined}
      >
        <thead>
          <tr>
            {selection &&
              // Without a checkbox, it is no header of anything.
              (pageIds ? (
                <th className={s.select}>
                  <SelectBox
                    name="this page"
                    selected={selection.selected}
                    ids={pageIds}
                    pageIds={pageIds}
                  />
                </th>
              ) : (
                selectCell()
              ))}
            {columns.map((column) => (
              <HeaderCell key={column.header} column={column} />
            ))}
          </tr>
        </thead>
        <TableBodies {...props} pageIds={pageIds} />
      </table>
    </div>
  );
}

interface TableBodiesProps<Row> extends TableProps<Row> {
  /** The rows that can be selected. */
  pageIds: readonly string[] | undefined;
}

/** The rows, in groups or in one, or placeholders. */
function TableBodies<Row>({
  rows,
  groups,
  loadingRows = 20,
  getRowPath,
  rowError,
  unreadText,
  isChanged,
  ...shared
}: TableBodiesProps<Row>) {
  const { columns, selection, pageIds, onPeek, onEdit } = shared;
  const select = selection && selectCell();
  // Keyed by index: another page then only changes texts, without a new table layout.
  const renderRow = (row: Row, index: number) => (
    <BodyRow
      key={index}
      {...{ row, columns, selection, pageIds, onPeek, onEdit }}
      to={getRowPath?.(row)}
      error={rowError?.(row)}
      unread={unreadText?.(row)}
      isMarked={isChanged?.(row) ?? false}
    />
  );
  if (groups)
    return groups.map((group) => (
      <tbody key={group.key} ref={clickableRows}>
        <GroupHeader {...{ columns, group, select }} />
        {group.rows.map(renderRow)}
      </tbody>
    ));
  return (
    <tbody ref={clickableRows}>
      {rows?.map(renderRow) ??
        Array.from({ length: loadingRows }, (_, index) => (
          <LoadingRow key={index} columns={columns} select={select} />
        ))}
    </tbody>
  );
}

/**
 * Content of a cell that is shown only on the card that a row becomes on a phone, in place of
 * columns that don't fit on the card.
 */
export function OnCard({ children }: { children: ReactNode }) {
  return <span className={s.onCard}>{children}</span>;
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      {...columnAttributes(column)}
      // Not a style: the policy of a document that has the table allows none.
      {...(column.width !== undefined && { width: column.width })}
      aria-sort={column.order}
    >
      {column.orderTo === undefined ? (
        column.header
      ) : (
        <Link to={column.orderTo} className={s.orderLink ?? ''} data-order={column.order}>
          {column.header}
        </Link>
      )}
    </th>
  );
}

interface GroupHeaderProps<Row> extends Pick<TableProps<Row>, 'columns'> {
  group: RowGroup<Row>;
  select: ReactNode;
}

/** The row above the rows of a group. */
function GroupHeader<Row>({ columns, group, select }: GroupHeaderProps<Row>) {
  return (
    <tr className={s.group}>
      {select}
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.header} scope="rowgroup" {...columnAttributes(column)}>
            {group.title}
          </th>
        ) : (
          <td key={column.header} {...columnAttributes(column)}>
            {column.card === 'figure' && group.figure}
          </td>
        ),
      )}
    </tr>
  );
}

/** The height of a table's rows. Kept in the browser, as the theme is: it depends on the screen. */
export const density = createStoredChoice(densityKey, ['comfortable', 'compact']);
type Density = ReturnType<typeof density.get>;
