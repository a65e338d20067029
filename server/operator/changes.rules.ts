import { isDeepStrictEqual } from 'node:util';

import { dealSubStatuses } from '#contract/v1/values.ts';

type Stored = Readonly<Record<string, unknown>>;

/**
 * Returns the operator’s fields after a change. A field that is not sent keeps its value; null,
 * an empty text and an empty list clear a field.
 */
export function changedOperatorFields(stored: Stored, changes: Stored): Stored {
  const next: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** Returns whether a change leaves everything as it is. */
export function isSame<State extends object>(change: State, current: State): boolean {
  return Object.entries(change).every(([name, value]) =>
    isDeepStrictEqual(value, Reflect.get(current, name)),
  );
}

/** Returns the error of a sub-status that a deal’s status doesn’t have; otherwise undefined. */
export function subStatusError(status: string, subStatus: string): string | undefined {
  const allowed: Readonly<Record<string, readonly string[]>> = dealSubStatuses;
  const subStatuses = allowed[status] ?? [];
  return subStatuses.includes(subStatus)
    ? undefined
    : `A deal that is ${status} has one of: ${subStatuses.join(', ')}.`;
}
