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

/** Which rows are shown, and in which order. */
interface RowsRequest {
  readonly sheet: Sheet;
  readonly filter: RowFilter;
  readonly sort: RowSort | null;
}

/**
 * Returns the rows of a filter, reloaded whenever the summary changes, and rerenders whenever rows
 * arrive. A change passed to `markAsReloaded` is not reloaded again: its author has done so. While
 * rows are being sorted (`isSorting`), they are still returned in the order before.
 */
export function useRowsWindow(
  { sheet, filter, sort }: RowsRequest,
  summary: SheetSummary,
  onFail: (error: unknown) => void,
) {
  const reloaded = useRef<SheetSummary>(null);
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
    if (requested.isCounted && summary === reloaded.current) return undefined;
    let isStale = false;
    seeLikeShown(requested);
    requested.refresh().catch((error: unknown) => {
      if (!isStale) fail(error);
    });
    return () => {
      isStale = true;
    };
  }, [requested, summary]);
  const markAsReloaded = ({ summary: after }: Changed) => {
    reloaded.current = after;
  };
  return { rows, isSorting, markAsReloaded };
}

function isSameFilter(one: RowsWindow, other: RowsWindow): boolean {
  return filterKey(one.filter) === filterKey(other.filter);
}
