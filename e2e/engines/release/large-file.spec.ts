import { writeFile } from 'node:fs/promises';

import { test } from '#e2e/engines/fixtures.ts';
import { role } from '#e2e/engines/screen.ts';
import { leadRows, windows1252 } from '#e2e/lead-files.ts';

test('a file of 14 MB is read to its end', async ({ signedIn }, info) => {
  // However slow the machine is: what may not stop is the progress.
  test.setTimeout(600_000);
  const screen = await signedIn('admin');
  await screen.goto('/bulk-upload');
  const notes = 'Rang on Monday.\nRing again on Friday.\n'.repeat(25);
  const rows = leadRows(15_000, 10_000).map((row) => ({ ...row, notes }));
  const path = info.outputPath('large.csv');
  await writeFile(path, windows1252('large.csv', rows).buffer);
  await screen.upload(path);
  await screen.showsInTheEnd(role('button', 'Submit 15,000 leads'));
});
