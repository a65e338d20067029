import { memo, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'react-router';

import type { OpenedInList } from '#src/lib/opened-from.ts';
import { EditButton } from '#src/ui/elements/edit-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { UpdatedMark } from '#src/ui/elements/updated-mark.tsx';

import { linkOfRow } from './row-parts.ts';
import { SelectBox } from './row-selection.tsx';
import type { Column, TableProps } from './table.tsx';

import s from './table.module.css';

interface BodyRowProps<Row> extends Pick<
  TableProps<Row>,
  'columns' | 'selection' | 'onPeek' | 'onEdit'
> {
  row: Row;
  /** The rows of the page that can be selected. */
  pageIds: readonly string[] | undefined;
  to: string | undefined;
  /** The message shown in place of the row. */
  error: string | undefined;
  /** The text of an unread row. */
  unread: string | undefined;
  isMarked: boolean;
}

/** A row. Another row’s change, such as a mark that comes after the rows, does not render it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` forgets that it is generic
export const BodyRow = memo(BodyRowOf) as typeof BodyRowOf;

function BodyRowOf<Row>({
  row,
  columns,
  selection,
  pageIds = [],
  to,
  error,
  unread,
  isMarked,
  onPeek,
  onEdit,
}: BodyRowProps<Row>) {
  // A user who only reads a table gets no buttons in each of its rows.
  const [isUsed, setUsed] = useState(false);
  const select =
    selection &&
    selectCell(
      <SelectBox
        name={selection.nameOf(row)}
        selected={selection.selected}
        ids={selection.idsOf(row)}
        pageIds={pageIds}
      />,
    );
  // Not one cell with a `colSpan`: it would also span hidden columns and leave a gap.
  if (error !== undefined)
    return (
      <tr className={s.error}>
        {select}
        {columns.map((column, index) => (
          <td key={column.header} {...columnAttributes(column)}>
            {index === 0 && <span>{error}</span>}
          </td>
        ))}
      </tr>
    );
  const below = columns[0]?.below?.(row);
  return (
    <tr
      className={to && s.pressable}
      data-marked={isMarked || undefined}
      data-unread={unread !== undefined || undefined}
      onPointerEnter={onEdit && (() => setUsed(true))}
      onFocus={onEdit && (() => setUsed(true))}
    >
      {select}
      {columns.map((column, index) =>
        index === 0 ? (
          <th
            key={column.header}
            scope="row"
            {...columnAttributes(column)}
            {...translation(column)}
          >
            {to === undefined ? (
              column.cell(row)
            ) : (
              <RowLink to={to} unread={unread} onSpace={onPeek && (() => onPeek(row))}>
                {column.cell(row)}
              </RowLink>
            )}
            {below && <span className={`${s.below} soft small`}> {below}</span>}
            {isMarked && <UpdatedMark />}
          </th>
        ) : (
          <td key={column.header} {...columnAttributes(column)} {...translation(column)}>
            {column.cell(row)}
            {isUsed && onEdit && column.edits !== undefined && (
              <EditButton
                label={column.header}
                field={column.edits}
                onEdit={() => onEdit(row, column)}
              />
            )}
          </td>
        ),
      )}
    </tr>
  );
}

interface RowLinkProps {
  to: string;
  /** The text of an unread row. */
  unread: string | undefined;
  onSpace: (() => void) | undefined;
  children: ReactNode;
}

/** The link of a row. Passes the list to the page it opens. A dot says that it is unread. */
function RowLink({ to, unread, onSpace, children }: RowLinkProps) {
  const id = useId();
  const { pathname, search } = useLocation();
  return (
    <>
      <Link
        to={to}
        state={{ list: pathname + search } satisfies OpenedInList}
        className={s.rowLink ?? ''}
        aria-describedby={unread === undefined ? undefined : id}
        onKeyDown={(event) => {
          if (event.key !== ' ' || !onSpace) return;
          event.preventDefault();
          onSpace();
        }}
      >
        {children}
      </Link>
      {unread !== undefined && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture drawn by the style sheet
        <span id={id} role="img" className={s.unread} aria-label={unread} title={unread} />
      )}
    </>
  );
}

/** A placeholder row with the height of a real row. */
export function LoadingRow<Row>({
  columns,
  select,
}: Pick<BodyRowProps<Row>, 'columns'> & { select: ReactNode }) {
  return (
    <tr aria-hidden>
      {select}
      {columns.map((column) => (
        <td key={column.header} {...columnAttributes(column)}>
          <span className={s.loading} />
        </td>
      ))}
    </tr>
  );
}

/** Returns the cell of a row’s checkbox, or one without. */
export const selectCell = (box?: ReactNode) => <td className={s.select}>{box}</td>;

/** Returns what keeps a browser that translates the page from the cells of a column. */
const translation = ({ isVerbatim = false }: { isVerbatim?: boolean }) =>
  isVerbatim ? { translate: 'no' as const } : {};

/** Returns the column's settings as data attributes for the style sheet. */
export function columnAttributes<Row>(props: Column<Row>) {
  const { header, num, soft, wraps, card, minTableWidth } = props;
  return {
    'data-label': card === 'line' || card === 'time' ? header : undefined,
    'data-wraps': wraps,
    'data-num': num || undefined,
    'data-soft': soft || undefined,
    'data-card': card ?? 'none',
    'data-min-table-width': minTableWidth,
  };
}

/** How far the mouse may move between press and release and still count as a click, in pixels. */
const maxClickDistance = 4;

/** Elements that handle clicks themselves. */
const controls = 'a, button, input, select, textarea, label, summary, [popover]';

/**
 * Makes each row clickable as a whole: a click or tap follows the link in the row header. Text in a
 * row can still be selected.
 *
 * Used as the `ref` of a table's body. Keyboard and screen reader users have the link itself, one
 * per row.
 */
export function clickableRows(body: HTMLTableSectionElement | null): (() => void) | undefined {
  if (body === null) return undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  let pressed = { x: 0, y: 0 };

  // Clicks by the keyboard or by scripts have no distance between press and release.
  const hasSelected = ({ isTrusted, detail, clientX, clientY }: MouseEvent) =>
    isTrusted &&
    detail > 0 &&
    Math.hypot(clientX - pressed.x, clientY - pressed.y) > maxClickDistance &&
    getSelection()?.type === 'Range';
  const handleDown = (event: MouseEvent) => {
    pressed = { x: event.clientX, y: event.clientY };
    // On some systems the middle button would start autoscrolling instead.
    if (event.button === 1 && adjacentLink(event) !== null) event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    if (hasSelected(event)) return event.preventDefault();
    const link = adjacentLink(event);
    if (link === null) return undefined;
    // Not a click on the link with the same modifier keys: WebKitGTK opens no tab for that.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return openTab(link);
    return link.click();
  };
  body.addEventListener('mousedown', handleDown, { signal });
  body.addEventListener('click', handleClick, { signal });
  body.addEventListener('auxclick', handleAuxClick, { signal });
  return () => listeners.abort();
}

/** Returns the link of the clicked row, or null if the target handles clicks itself. */
function adjacentLink({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(controls) !== null) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>(linkOfRow) ?? null;
}

function handleAuxClick(event: MouseEvent): void {
  const link = event.button === 1 ? adjacentLink(event) : null;
  if (link !== null) openTab(link);
}

function openTab({ href }: HTMLAnchorElement): void {
  open(href, '_blank', 'noopener');
}
