import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, type SentRow, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';

describe.each(databases)('totals of an upload on %s', (kind) => {
  const { service, admin } = withPeople(kind);

  it('totals add up after any batches and states, and equal the stored rows', async () => {
    const read = 12;
    const number = fc.integer({ min: 2, max: read + 1 });
    const kinds = fc.constantFrom('good', 'invalid', 'wide', 'blank', 'left-out', 'absent');
    const batch = fc.uniqueArray(fc.tuple(number, kinds), { selector: ([row]) => row });
    // A batch with runs of blank rows, which rows of the batch interrupt.
    const withRuns = fc.record({
      batch,
      ends: fc.uniqueArray(number, { minLength: 2, maxLength: 4 }),
    });
    const state = fc.constantFrom('submitting', 'paused', 'stopped', 'finished');
    const steps = fc.array(fc.oneof({ arbitrary: withRuns, weight: 3 }, state), { maxLength: 12 });
    const sentAs: Record<string, (row: number) => SentRow[]> = {
      good: (row) => [uploadRow(row)],
      invalid: (row) => [uploadRow(row, { phone: '0' })],
      wide: (row) => [[...uploadRow(row), 'beyond']],
      blank: (row) => [[row]],
    };
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const upload = await openUploadFor(service, admin);
        await upload.set('submitting', read);
        const expected = new Map<number, string>();
        for (const step of taken) {
          if (typeof step === 'string') await upload.set(step, read);
          else {
            const sent = new Set(step.batch.map(([row]) => row));
            const runs = runsBetween(step.ends).filter(
              ([first, last]) => !numbers(first, last).some((row) => sent.has(row)),
            );
            const response = await upload.submit(
              step.batch.flatMap(([row, what]) => sentAs[what]?.(row) ?? []),
              step.batch
                .filter(([, what]) => what === 'left-out')
                .map(([row]) => ({ row, reason: 'person', of: null })),
              runs,
            );
            if (response.statusCode === 200)
              for (const [row, what] of [
                ...step.batch,
                ...runs.flatMap(([first, last]) =>
                  numbers(first, last).map((each) => [each, 'blank'] as const),
                ),
              ])
                if (expected.get(row) !== 'submitted' && what !== 'absent')
                  expected.set(row, outcomeOf[what] ?? what);
          }
          const { totals, state: now } = await upload.read();
          expect(sumOf(totals)).toBe(read);
          const hasEnded = now === 'stopped' || now === 'finished';
          expect(hasEnded && totals.waiting > 0).toBe(false);
        }
        await upload.set('submitting', read);
        const { rows, total } = await upload.results();
        const inOrder = [...expected].toSorted(([a], [b]) => a - b);
        expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual(inOrder);
        const second = await upload.results('&page=2', 5);
        expect(second.rows.map(({ row }) => row)).toEqual(inOrder.map(([row]) => row).slice(5, 10));
        const blank = await upload.results('&outcome=blank&page=2', 3);
        expect(blank.rows.map(({ row }) => row)).toEqual(
          inOrder
            .filter(([, outcome]) => outcome === 'blank')
            .map(([row]) => row)
            .slice(3, 6),
        );
        const { totals } = await upload.read();
        const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
        expect(totals).toEqual({
          read,
          submitted: count('submitted'),
          rejected: count('rejected'),
          leftOut: count('left-out'),
          blank: count('blank'),
          unknown: 0,
          waiting: read - rows.length,
        });
        expect(total).toBe(String(rows.length));
      }),
      { numRuns: 25 },
    );
  });
});

const outcomeOf: Readonly<Record<string, string>> = {
  good: 'submitted',
  invalid: 'rejected',
  wide: 'rejected',
};

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** Returns a run for each pair of numbers in order. */
function runsBetween(ends: readonly number[]): [number, number][] {
  const inOrder = ends.toSorted((a, b) => a - b);
  return [0, 2].flatMap((at): [number, number][] => {
    const [first, last] = inOrder.slice(at, at + 2);
    return first === undefined || last === undefined ? [] : [[first, last]];
  });
}

function sumOf({ submitted, rejected, leftOut, blank, waiting }: UploadTotals): number {
  return submitted + rejected + leftOut + blank + waiting;
}
