import { expect, test } from 'vitest';

import { weekStarts } from './weeks.ts';

test('weeks begin on Monday at midnight, the current week is last', () => {
  for (const day of [16, 19, 22]) {
    const starts = weekStarts(new Date(2026, 10, day, 23, 59).getTime(), 3);
    const dates = starts.map((start) => new Date(start));
    expect(dates).toEqual([new Date(2026, 10, 2), new Date(2026, 10, 9), new Date(2026, 10, 16)]);
  }
});
