import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import type { RowBatch } from '#src/bulk-upload/rows/sheet.ts';
import { upload } from '#src/testing/fake-upload.ts';

import { sendRows } from './send-rows.ts';

const { totals } = upload;

/**
 * Returns a function that yields batches of the given sizes in order; batches of size 0 are
 * skipped.
 */
function batches(sizes: readonly number[]) {
  let row = firstRowNumber;
  const starts = sizes.map((size) => {
    const start = row;
    row += Math.max(1, size);
    return [start, size] as const;
  });
  return async (from: number): Promise<RowBatch> => {
    const at = starts.findIndex(([start]) => start === from);
    const [start, size] = starts[at]!;
    const rows = Array.from({ length: size }, (_, index): [number, string] => [
      start + index,
      'Ana',
    ]);
    return { rows, leftOut: [], blank: [], next: starts[at + 1]?.[0] ?? null };
  };
}

const rowsOf = (batch: RowBatch) => batch.rows.map(([row]) => row);

test('every row is sent once, two batches at a time at most, whatever the order of the answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
      fc.scheduler(),
      async (sizes, scheduler) => {
        const sent: number[] = [];
        let flying = 0;
        let maxFlying = 0;
        const next: (number | null)[] = [];
        const run = sendRows({
          from: firstRowNumber,
          batch: batches(sizes),
          signal: new AbortController().signal,
          send: async (batch) => {
            flying += 1;
            maxFlying = Math.max(maxFlying, flying);
            await scheduler.schedule(Promise.resolve());
            flying -= 1;
            sent.push(...rowsOf(batch));
            return totals;
          },
          onResponse: (_, row) => next.push(row),
        });
        await scheduler.waitFor(run);
        const all = sizes.reduce((sum, size) => sum + size, 0);
        expect(new Set(sent).size).toBe(all);
        expect(sent).toHaveLength(all);
        expect(maxFlying).toBeLessThanOrEqual(2);
        // No response is expected for a last batch without rows.
        expect((next.at(-1) ?? null) === null || sizes.at(-1) === 0).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('after a failure it goes on from the first batch without an answer', async () => {
  let next: number | null = firstRowNumber;
  const onResponse = vi.fn((_: typeof totals, row: number | null) => (next = row));
  const failing = sendRows({
    from: firstRowNumber,
    batch: batches([2, 2, 2, 2]),
    signal: new AbortController().signal,
    send: async (batch) => {
      if (rowsOf(batch).includes(4)) throw new Error('rejected');
      return totals;
    },
    onResponse,
  });
  await expect(failing).rejects.toThrow('rejected');
  expect(next).toBe(4);

  const sent: number[] = [];
  await sendRows({
    from: 4,
    batch: batches([2, 2, 2, 2]),
    signal: new AbortController().signal,
    send: async (batch) => {
      sent.push(...rowsOf(batch));
      return totals;
    },
    onResponse,
  });
  expect(sent).toEqual([4, 5, 6, 7, 8, 9]);
  expect(next).toBeNull();
});

test('given up, it sends nothing more and tells the batch under way', async () => {
  const stop = new AbortController();
  const run = sendRows({
    from: firstRowNumber,
    batch: batches([1, 1, 1]),
    signal: stop.signal,
    send: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        queueMicrotask(() => stop.abort(new Error('paused')));
      }),
    onResponse: () => {},
  });
  await expect(run).rejects.toThrow('paused');
});
