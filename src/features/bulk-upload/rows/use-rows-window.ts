import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { useStore } from '#src/lib/use-store.ts';

import { filterKey } from './rows-filter.ts';
import { RowsWindow } from './rows-window.ts';

/**
 * Returns the rows of a filter, reloaded whenever the summary changes, and rerenders whenever rows
 * arrive. A change passed to `markAsReloaded` is not reloaded again: its author has done so.
 */
export function useRowsWindow(
  sheet: Sheet,
  summary: SheetSummary,
  filter: RowFilter,
  onFail: (error: unknown) => void,
) {
  const reloaded = useRef<SheetSummary>(null);
  // An equal filter may be a new object at every render.
  const [current, setCurrent] = useState(filter);
  if (filterKey(current) !== filterKey(filter)) setCurrent(filter);
  const rows = useMemo(() => new RowsWindow(sheet, current), [sheet, current]);
  const fail = useEffectEvent(onFail);
  useStore(rows.version);
  useEffect(() => {
    if (rows.isCounted && summary === reloaded.current) return;
    rows.refresh().catch((error: unknown) => fail(error));
  }, [rows, summary]);
  const markAsReloaded = ({ summary: after }: Changed) => {
    reloaded.current = after;
  };
  return { rows, markAsReloaded };
}
