import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ClockAlert from 'lucide-react/icons/clock-alert';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import type { BoardColumn as ColumnNumbers } from '#contract/portal/deals.ts';
import { dealStatuses, type DealStatus } from '#contract/v1/values.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { dealsBoardQuery } from '#src/api/records/deals.ts';
import type { BoardProps } from '#src/features/records/table/record-type.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { PlainSelect } from '#src/ui/form/plain-controls.tsx';

import { DealsColumn, moveByKeys } from './board-column.tsx';

import s from './board.module.css';

/** Shows the deals by status, a column for each. On a phone, one column at a time. */
export function DealsBoard({ session, search, onChange, empty }: BoardProps) {
  const query = useQuery(dealsBoardQuery(search));
  const loadError = useLoadError(query);
  const helpId = useId();
  const { data, isPlaceholderData: isStale } = query;
  const { role } = session.account;
  const isSupport = role === 'support';
  if (data === undefined && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load deals" loadError={loadError} />;
  if (data && !isStale && data.total === 0) return empty;

  const statuses = dealStatuses.filter(
    (status) => search.status.length === 0 || search.status.includes(status),
  );
  // The numbers of other filters don't show which columns are empty.
  const columns = new Map(
    (isStale ? undefined : data?.columns)?.map((column) => [column.status, column]),
  );
  const current = currentColumn(search.column, statuses, columns);
  return (
    <>
      <ColumnPicker
        {...{ statuses, current, columns }}
        onColumn={(column) => onChange({ column })}
      />
      <p id={helpId} className="visually-hidden">
        Use the arrow keys to move between deals, and Enter to open one.
      </p>
      <Board helpId={helpId}>
        {statuses.map((status) => (
          <DealsColumn
            key={status}
            {...{ status, search, isSupport }}
            numbers={columns.get(status)}
            isCurrent={status === current}
          />
        ))}
      </Board>
      {[...columns.values()].some(({ stageTime }) => stageTime !== null) && <Legend role={role} />}
      {loadError !== null && <StaleNotice loadError={loadError} />}
    </>
  );
}

function Legend({ role }: { role: keyof typeof whose }) {
  return (
    <p className={s.legend}>
      <ClockAlert aria-hidden />
      Slower than 90% of {whose[role]} deals.
    </p>
  );
}

const whose = { broker: 'your', 'partner-admin': 'our', support: 'the partner’s' };

/** The columns side by side. The arrow keys move between their cards. */
function Board({ helpId, children }: { helpId: string; children: ReactNode }) {
  const board = useBoardPlace();
  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    const listener = (event: KeyboardEvent) => moveByKeys(element, event);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [board]);
  return (
    <section ref={board} className={s.board} aria-label="Deals by status" aria-describedby={helpId}>
      {children}
    </section>
  );
}

type Columns = ReadonlyMap<string, ColumnNumbers>;

/** Returns the column to show on a phone: the chosen one, else the first one that has deals. */
function currentColumn(
  chosen: string | undefined,
  statuses: readonly DealStatus[],
  columns: Columns,
): DealStatus | undefined {
  return (
    statuses.find((status) => status === chosen) ??
    statuses.find((status) => columns.get(status)?.total !== 0) ??
    statuses[0]
  );
}

interface ColumnPickerProps {
  statuses: readonly DealStatus[];
  current: DealStatus | undefined;
  columns: Columns;
  onColumn: (status: DealStatus) => void;
}

/** Chooses the column that a phone shows. */
function ColumnPicker({ statuses, current, columns, onColumn }: ColumnPickerProps) {
  const at = statuses.findIndex((status) => status === current);
  const step = (by: -1 | 1) => {
    const status = statuses[at + by];
    return {
      'aria-disabled': status === undefined,
      onClick: () => status !== undefined && onColumn(status),
    };
  };
  return (
    <div className={s.picker}>
      <Button aria-label="Previous status" {...step(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <PlainSelect
        aria-label="Status to show"
        options={statuses.map((status) => {
          const total = columns.get(status)?.total;
          return {
            value: status,
            label: total === undefined ? status : `${status} (${count(total)})`,
          };
        })}
        value={current}
        onChange={({ target }) => {
          const status = statuses.find((one) => one === target.value);
          if (status) onColumn(status);
        }}
      />
      <Button aria-label="Next status" {...step(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}

/** The place at which somebody left a board. */
interface BoardPlace {
  readonly left: number;
  /** How far each column is scrolled, by its status. */
  readonly tops: ReadonlyMap<string, number>;
}

/** The last places, by the key of their entry in the browser's history. */
const places = new Map<string, BoardPlace>();
const maxPlaces = 50;

/**
 * Returns the `ref` of a board, which comes back where the person left it. The router restores the
 * window's scroll; the card that was opened gets the focus as a row of the list does.
 */
function useBoardPlace() {
  const board = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const place = isBack ? places.get(key) : undefined;
  useLayoutEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    if (place) restoreScroll(element, place);
    return () => savePlace(key, readPlace(element));
  }, [key, place]);
  return board;
}

function savePlace(key: string, place: BoardPlace): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
}

function readPlace(board: HTMLElement): BoardPlace {
  return {
    left: board.scrollLeft,
    tops: new Map(findScrollers(board).map(([status, { scrollTop }]) => [status, scrollTop])),
  };
}

function restoreScroll(board: HTMLElement, { left, tops }: BoardPlace): void {
  board.scrollLeft = left;
  for (const [status, scroller] of findScrollers(board)) scroller.scrollTop = tops.get(status) ?? 0;
}

/** Returns the scrolled part of each column, by its status. */
function findScrollers(board: HTMLElement): (readonly [string, HTMLElement])[] {
  return [...board.querySelectorAll<HTMLElement>('[data-cards]')].map(
    (element) => [element.dataset['cards'] ?? '', element] as const,
  );
}
