import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

import type { Home, HomeRecord } from '#contract/portal/home.ts';
import { NewRows } from '#src/ui/table/new-rows.tsx';
import { useInUse, useStableRows } from '#src/ui/table/stable-rows.ts';

const getId = ({ id }: HomeRecord) => id;
const none: readonly never[] = [];

/**
 * Returns the rows of the home page's two lists, which keep their places while somebody uses either
 * of them, and the handlers of the element around both.
 */
export function useHomeRows({ todo, changed }: Home, request: string) {
  const [isInUse, inUse] = useInUse();
  const options = { getId, isInUse, request, isFollowed: true };
  const stableTodo = useStableRows(todo.records, options);
  const stableLatest = useStableRows(changed?.latest, options);
  return {
    inUse,
    todo: { ...stableTodo, rows: stableTodo.rows ?? none },
    latest: { ...stableLatest, rows: stableLatest.rows ?? none },
  };
}

interface PendingRowsProps extends Omit<ReturnType<typeof useStableRows>, 'rows'> {
  /** The list of the rows. */
  list: RefObject<HTMLElement | null>;
}

/** Says above a list that other rows wait, and shows them when asked. */
export function PendingRows({ list, isWaiting, newCount, onShow }: PendingRowsProps) {
  if (!isWaiting) return null;
  const handleShow = () => {
    flushSync(onShow);
    // The button goes; the focus stays in the list.
    list.current?.querySelector('a')?.focus({ preventScroll: true });
  };
  return (
    <NewRows
      text={newCount === 0 ? 'This list has changed' : `${newCount} new`}
      onShow={handleShow}
    />
  );
}
