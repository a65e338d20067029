import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { openUploadOf, type SentRow, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

describe.each(databases)('totals of an upload on %s', (kind) => {
  let service: TestApp;
  let admin: Person;
  beforeAll(async () => {
    service = await startTestApp(kind);
    admin = await makePerson(service.database.db, 'partner-admin');
  });
  afterAll(async () => service.close());

  it('totals add up after any batches and states, and equal the stored rows', async () => {
    const read = 12;
    const number = fc.integer({ min: 2, max: read + 1 });
    const kinds = fc.constantFrom('good', 'invalid', 'wide', 'blank', 'left-out', 'absent');
    const batch = fc.uniqueArray(fc.tuple(number, kinds), { selector: ([row]) => row });
    const state = fc.constantFrom('submitting', 'paused', 'stopped', 'finished');
    const steps = fc.array(fc.oneof({ arbitrary: batch, weight: 3 }, state), { maxLength: 12 });
    const sentAs: Record<string, (row: number) => SentRow[]> = {
      good: (row) => [uploadRow(row)],
      invalid: (row) => [uploadRow(row, { phone: '0' })],
      wide: (row) => [[...uploadRow(row), 'beyond']],
      blank: (row) => [[row]],
    };
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const upload = await openUploadOf(service, admin);
        await upload.set('submitting', read);
        for (const step of taken) {
          if (typeof step === 'string') await upload.set(step, read);
          else
            await upload.submit(
              step.flatMap(([row, what]) => sentAs[what]?.(row) ?? []),
              step
                .filter(([, what]) => what === 'left-out')
                .map(([row]) => ({ row, reason: 'person', of: null })),
            );
          const { totals, state: now } = await upload.read();
          expect(sumOf(totals)).toBe(read);
          const hasEnded = now === 'stopped' || now === 'finished';
          expect(hasEnded && totals.waiting > 0).toBe(false);
        }
        await upload.set('submitting', read);
        const { rows, total } = await upload.results();
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

function sumOf({ submitted, rejected, leftOut, blank, waiting }: UploadTotals): number {
  return submitted + rejected + leftOut + blank + waiting;
}
