import { expect, test } from 'vitest';

import { ValidatedSheet } from '#src/bulk-upload/rows/validated-sheet.ts';

import { warmUp } from './warm-up.ts';

test('the warm-up validates rows like those of files: most are ready, some phones can be fixed', async () => {
  const sheet = new ValidatedSheet();
  await warmUp(sheet);
  const { read, invalid, issues } = await sheet.leaveOut({
    duplicateRows: false,
    duplicateLeads: false,
    rows: [],
  });
  expect({ read, invalid }).toEqual({ read: 1_000, invalid: 20 });
  expect(issues.map(({ column }) => column)).toContain('phone');
});
