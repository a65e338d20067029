import { writeFile } from 'node:fs/promises';

import { leadRows, windows1252 } from '#e2e/lead-files.ts';

import { expect, expectRowOpens, test } from './fixtures.ts';
import { role, text } from './screen.ts';

test('300 rows are submitted after ten are fixed on a click and one is edited', async ({
  signedIn,
}, info) => {
  const screen = await signedIn('admin');
  await screen.goto('/bulk-upload');
  const rows = leadRows(300).map((row, index) => ({
    ...row,
    ...(index % 30 === 7 && { amountRequested: '$50,000.00' }),
    ...(index === 2 && { phone: 'ask them' }),
  }));
  const path = info.outputPath('spring.csv');
  await writeFile(path, windows1252('spring.csv', rows).buffer);
  await screen.upload(path);
  await screen.shows(role('button', 'Submit 289 leads'));
  await screen.press(role('button', /^Fix all 10: Amount requested/));
  await screen.shows(role('button', 'Submit 299 leads'));
  await screen.press(role('button', /^Show rows/));
  const focused = async () => screen.engine.run('return document.activeElement.textContent.trim()');
  await expect.poll(focused).toBe('ask them');
  await screen.type('+61491570156');
  await screen.key('Enter');
  await screen.shows(text('No row matched an existing lead before the last edits.'));
  await screen.press(role('button', 'Submit 300 leads'));
  await screen.shows(text('300 leads submitted'));

  await screen.goto('/bulk-upload');
  await expectRowOpens(screen, 'Earlier uploads', 0);
});
