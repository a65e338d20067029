import type { KeyboardEvent } from 'react';

import { addDays, addMonths, type Day, getWeekday } from './calendar-days.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/**
 * Returns the day that a key moves to, by the ARIA Authoring Practices' date picker; undefined if
 * the key moves nowhere.
 */
export function movedDay(keys: Keys, day: Day, firstWeekday: number): Day | undefined {
  if (keys.ctrlKey || keys.altKey || keys.metaKey) return undefined;
  const weekday = getWeekday(day, firstWeekday);
  switch (keys.key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return addMonths(day, keys.shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, keys.shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}
