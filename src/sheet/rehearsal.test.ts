import { expect, test } from 'vitest';

import { JudgedSheet } from './judged-sheet.ts';
import { rehearse } from './rehearsal.ts';

test('the rehearsal reads rows as files have them: most are ready, some phones can be mended', async () => {
  const sheet = new JudgedSheet();
  await rehearse(sheet);
  const { read, invalid, causes } = await sheet.leaveOut({
    duplicateRows: false,
    duplicateLeads: false,
    rows: [],
  });
  expect({ read, invalid }).toEqual({ read: 1_000, invalid: 20 });
  expect(causes.map(({ column }) => column)).toContain('phone');
});
