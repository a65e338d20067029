import { useState } from 'react';

import type { Deal } from '#contract/v1/deals.ts';
import { type ReadRecord, recordId } from '#src/api/records.ts';

type Rows = readonly ReadRecord<Deal>[];

/**
 * Returns the rows to show instead of `current` to somebody who points at one of `shown`: the same
 * deals in the same places, with their new values. Rows that only follow at the end are shown.
 */
export function steadyRows(shown: Rows, current: Rows): Rows {
  const isSame = shown.every((row, at) => recordId(row) === recordId(current[at] ?? row));
  if (isSame && current.length >= shown.length) return current;
  const byId = new Map(current.map((row) => [recordId(row), row]));
  return shown.map((row) => byId.get(recordId(row)) ?? row);
}

/**
 * Returns the rows of a column, which keep their places while somebody uses it, whether others wait
 * to be shown, and what shows those.
 */
export function useSteadyRows(current: Rows | undefined, isInUse: boolean) {
  const [shown, setShown] = useState(current);
  const rows = isInUse && shown && current ? steadyRows(shown, current) : current;
  if (!isEqual(rows, shown)) setShown(rows);
  const isWaiting = rows !== undefined && !isEqual(rows, current);
  return { rows, isWaiting, onShow: () => setShown(current) };
}

function isEqual(one: Rows | undefined, other: Rows | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((row, at) => row === other[at]);
}
