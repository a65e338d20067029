import fc from 'fast-check';
import { expect, it } from 'vitest';

import { joinRuns, type Run, sizeOfRuns, subtractRuns } from './runs.rules.ts';

const run = fc
  .tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 12 }))
  .map(([first, more]): Run => [first, first + more]);
const runs = fc.array(run, { maxLength: 6 });
const rowsOf = (all: readonly Run[]) =>
  all.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));

it('runs are joined, as few as possible, and subtracted as the rows in them', () => {
  fc.assert(
    fc.property(runs, runs, (some, others) => {
      const joined = joinRuns(some);
      const rows = [...new Set(rowsOf(some))].toSorted((a, b) => a - b);
      expect(rowsOf(joined)).toEqual(rows);
      expect(sizeOfRuns(joined)).toBe(rows.length);
      const starts = rows.filter((row) => !rows.includes(row - 1));
      expect(joined.map(([first]) => first)).toEqual(starts);
      const taken = new Set(rowsOf(others));
      const left = subtractRuns(joined, joinRuns(others));
      expect(rowsOf(left)).toEqual(rows.filter((row) => !taken.has(row)));
    }),
  );
});
