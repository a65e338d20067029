import { expect, test } from 'vitest';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { otherRows } from '#src/features/bulk-upload/review/row-counts.ts';

import { nextStep, formatTotals, uploadStateName } from './upload-state.ts';

const now = Date.parse('2026-06-01T10:00:00Z');
const none = { read: 0, submitted: 0, rejected: 0, leftOut: 0, blank: 0, unknown: 0, waiting: 0 };

const again = 'Choose the file again to';

test.each<[string, BulkUpload['state'], string | null, Partial<BulkUpload['totals']>, ...string[]]>(
  [
    [
      'Checked, not submitted',
      'checking',
      null,
      {},
      '2 KB. No row submitted.',
      `${again} submit it.`,
    ],
    [
      'Submitting',
      'submitting',
      '2026-06-01T09:59:30Z',
      { read: 1_500, submitted: 1_000, waiting: 500 },
      '1,500 rows: 1,000 submitted, 500 waiting.',
      `${again} resume.`,
    ],
    [
      'Not finished',
      'submitting',
      '2026-06-01T09:00:00Z',
      { read: 2, blank: 1, waiting: 1 },
      '2 rows: 0 submitted, 1 blank, 1 waiting.',
      `${again} resume.`,
    ],
    [
      'Stopped',
      'stopped',
      null,
      { read: 3, submitted: 1, leftOut: 2 },
      '3 rows: 1 submitted, 2 left out.',
      `${again} submit the rest.`,
    ],
    ['Finished', 'finished', null, { read: 1, submitted: 1 }, '1 row: 1 submitted.', ''],
    [
      'Finished',
      'finished',
      null,
      { read: 5, submitted: 2, rejected: 2, unknown: 1 },
      '5 rows: 2 submitted, 2 rejected, 1 unknown, please check.',
      'Fix the rejected rows and upload them.',
    ],
  ],
)('an upload is “%s”, with totals in words and the next step', (label, ...upload) => {
  const [state, lastSentAt, totals, ...texts] = upload;
  const shown = { state, lastSentAt, size: 2_048, totals: { ...none, ...totals } };
  expect(uploadStateName(shown, now).label).toBe(label);
  expect([formatTotals(shown), nextStep(shown)]).toEqual(texts);
});

test('the rows that are not leads are said in one line', () => {
  expect(otherRows({ rejected: 1_200, leftOut: 98, blank: 1 })).toBe(
    '1,200 rows rejected, 98 left out, 1 blank.',
  );
  expect(otherRows({ rejected: 0, leftOut: 0, blank: 1 })).toBe('1 row blank.');
  expect(otherRows({ rejected: 0, leftOut: 0, blank: 0 })).toBe('');
});
