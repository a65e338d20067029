import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { useStore } from '#src/lib/store.ts';

import { filterKey } from './rows-filter.ts';
import { RowsWindow } from './rows-window.ts';

/** Which rows are shown, and the summary of all rows. */
export interface RowsRequest {
  readonly sheet: Sheet;
  readonly filter: RowFilter;
  /** The current summary. A new object means that the rows are read again. */
  readonly summary: SheetSummary;
  /** Increases with each change of the rows, here or elsewhere. */
  readonly changes: number;
}

/**
 * Returns the rows of a filter, reloaded whenever the summary changes, and rerenders whenever rows
 * arrive. A change passed to `markAsReloaded` is not reloaded again: its author has done so. Rows
 * that left the filter keep their place until rows are changed elsewhere.
 */
export function useRowsWindow(
  { sheet, filter, summary, changes }: RowsRequest,
  onFail: (error: unknown) => void,
) {
  const reloaded = useRef<SheetSummary>(null);
  const shownChanges = useRef(changes);
  // An equal filter may be a new object at every render.
  const [current, setCurrent] = useState(filter);
  if (filterKey(current) !== filterKey(filter)) setCurrent(filter);
  const rows = useMemo(() => new RowsWindow(sheet, current), [sheet, current]);
  const fail = useEffectEvent(onFail);
  useStore(rows.version);
  useEffect(() => {
    const isChanged = changes !== shownChanges.current;
    shownChanges.current = changes;
    if (rows.isCounted && summary === reloaded.current) return undefined;
    let isStale = false;
    const done = isChanged ? rows.refresh() : rows.refreshInPlace();
    done.catch((error: unknown) => {
      if (!isStale) fail(error);
    });
    return () => {
      isStale = true;
    };
  }, [rows, summary, changes]);
  const markAsReloaded = ({ summary: after }: Changed) => {
    reloaded.current = after;
  };
  return { rows, markAsReloaded };
}
