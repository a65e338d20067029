import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import type {
  Changed,
  RowFilter,
  RowSort,
  Sheet,
  SheetSummary,
} from '#src/bulk-upload/rows/sheet.ts';
import { useStore } from '#src/lib/use-store.ts';

import { filterKey } from './rows-filter.ts';
import { RowsWindow } from './rows-window.ts';

/** Which rows are shown, in which order, and what is known of all rows. */
interface RowsRequest {
  readonly sheet: Sheet;
  readonly filter: RowFilter;
  readonly sort: RowSort | null;
  /** A new object each time that the rows are read. */
  readonly summary: SheetSummary;
  /** How often rows were changed. */
  readonly changes: number;
}

/**
 * Returns the rows of a filter, reloaded whenever the summary changes, and rerenders whenever rows
 * arrive. A change passed to `markAsReloaded` is not reloaded again: its author has done so. Rows
 * that left the filter keep their position until rows are changed elsewhere. While rows are being
 * sorted (`isSorting`), they are still returned in the order before.
 */
export function useRowsWindow(
  { sheet, filter, sort, summary, changes }: RowsRequest,
  onFail: (error: unknown) => void,
) {
  const reloaded = useRef<SheetSummary>(null);
  const shownChanges = useRef(changes);
  // An equal filter or sort may be a new object at every render.
  const key = JSON.stringify([filter, sort]);
  const [current, setCurrent] = useState({ key, filter, sort });
  if (current.key !== key) setCurrent({ key, filter, sort });
  const requested = useMemo(
    () => new RowsWindow(sheet, current.filter, current.sort),
    [sheet, current],
  );
  const [shown, setShown] = useState(requested);
  const isSorting = !requested.isCounted && shown.isCounted && isSameFilter(shown, requested);
  const rows = isSorting ? shown : requested;
  if (rows !== shown) setShown(rows);
  const fail = useEffectEvent(onFail);
  useStore(requested.version);
  useStore(rows.version);
  const seeLikeShown = useEffectEvent((next: RowsWindow) => {
    if (next !== shown) next.seeLike(shown);
  });
  useEffect(() => {
    const isChanged = changes !== shownChanges.current;
    shownChanges.current = changes;
    if (requested.isCounted && summary === reloaded.current) return undefined;
    let isStale = false;
    seeLikeShown(requested);
    const done = isChanged ? requested.refresh() : requested.refreshInPlace();
    done.catch((error: unknown) => {
      if (!isStale) fail(error);
    });
    return () => {
      isStale = true;
    };
  }, [requested, summary, changes]);
  const markAsReloaded = ({ summary: after }: Changed) => {
    reloaded.current = after;
  };
  return { rows, isSorting, markAsReloaded };
}

function isSameFilter(one: RowsWindow, other: RowsWindow): boolean {
  return filterKey(one.filter) === filterKey(other.filter);
}
