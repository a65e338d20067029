import { isDeepStrictEqual } from 'node:util';

import { dealSubStatuses } from '#contract/v1/values.ts';
import { fieldError } from '#server/errors/api-error.ts';

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

const maxClockDifferenceMs = 5 * 60_000;

/**
 * Returns when a call was made; by default, now.
 * @throws ApiError 400 for a time that has not come, and one before the year 1
 */
export function timeOfCall(now: Date, at: string | undefined): Date {
  const time = at === undefined ? now : new Date(at);
  if (time.getTime() > now.getTime() + maxClockDifferenceMs)
    throw fieldError('at', 'This is in the future.');
  if (time.getUTCFullYear() < 1) throw fieldError('at', 'Send a year from 1.');
  return time;
}
