import { type FocusEvent, type PointerEvent, useState } from 'react';

/**
 * Returns the rows to show instead of `current` to somebody who uses `shown`: the same records in
 * the same places, with their new values. Rows that only follow at the end are shown.
 */
export function stableRows<Row>(
  shown: readonly Row[],
  current: readonly Row[],
  getId: (row: Row) => string | undefined,
): readonly Row[] {
  const isSame = shown.every((row, at) => getId(row) === getId(current[at] ?? row));
  if (isSame && current.length >= shown.length) return current;
  const byId = new Map(current.map((row) => [getId(row), row]));
  return shown.map((row) => byId.get(getId(row)) ?? row);
}

interface StableOptions<Row> {
  readonly getId: (row: Row) => string | undefined;
  /** Whether somebody points at the rows or has the focus in them. */
  readonly isInUse: boolean;
  /** The request of the person: rows of another one are shown at once. */
  readonly request?: string;
  /** Whether something follows the rows, which more rows would move. */
  readonly isFollowed?: boolean;
}

/**
 * Returns the rows of a list, which keep their places while the list is in use, whether other rows
 * are pending, and the function that shows those.
 */
export function useStableRows<Row>(
  current: readonly Row[] | undefined,
  { getId, isInUse, request = '', isFollowed = false }: StableOptions<Row>,
) {
  const [shown, setShown] = useState({ rows: current, request });
  const held = isInUse && shown.request === request ? shown.rows : undefined;
  const stable = held && current && stableRows(held, current, getId);
  const rows = (isFollowed ? stable?.slice(0, held?.length) : stable) ?? current;
  if (!isEqual(rows, shown.rows) || shown.request !== request) setShown({ rows, request });
  return {
    rows,
    ...waitingRows(rows, current, getId),
    onShow: () => setShown({ rows: current, request }),
  };
}

/** Returns whether `current` has rows to show, and how many of them are new. */
function waitingRows<Row>(
  rows: readonly Row[] | undefined,
  current: readonly Row[] | undefined,
  getId: StableOptions<Row>['getId'],
) {
  if (isEqual(rows, current)) return { isWaiting: false, newCount: 0 };
  const ids = new Set(rows?.map(getId));
  return { isWaiting: true, newCount: current?.filter((row) => !ids.has(getId(row))).length ?? 0 };
}

function isEqual<Row>(one: readonly Row[] | undefined, other: readonly Row[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((row, at) => row === other[at]);
}

/**
 * Returns whether somebody points at an element or has the focus in it, and the element's handlers
 * that notice it.
 */
export function useInUse() {
  const [isInUse, setInUse] = useState(false);
  const handlers = {
    onPointerEnter: () => setInUse(true),
    onPointerLeave: ({ currentTarget }: PointerEvent) =>
      setInUse(currentTarget.matches(':focus-within')),
    onFocus: () => setInUse(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setInUse(currentTarget.contains(relatedTarget)),
  };
  return [isInUse, handlers] as const;
}
