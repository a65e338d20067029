import { writeFile } from 'node:fs/promises';

import { pdf } from '#e2e/files.ts';

import { expect, test } from './fixtures.ts';
import { label, role, text } from './screen.ts';

test('a lead is submitted after its errors are corrected, gets a file, and is edited', async ({
  signedIn,
}, info) => {
  const screen = await signedIn('broker');
  await screen.goto('/leads/new');
  await screen.fill(label(/^Amount requested/), '50k');
  await screen.press(role('button', 'Submit lead'));
  const summary = role('alert', /.*/);
  for (const field of ['First name', 'Last name', 'Company name', 'Phone', 'Amount requested'])
    await expect.poll(async () => (await screen.texts(summary)).join()).toContain(field);
  await screen.press(role('button', 'Use 50,000'));
  await screen.fill(label('First name'), 'Marlow');
  await screen.fill(label('Last name'), 'Sample');
  await screen.fill(label('Company name'), 'Lantern Bakery');
  await screen.fill(role('textbox', 'Phone'), '+61491570156');
  await screen.fill(label(/^ABN/), '51824753556');
  await screen.press(role('button', 'Submit lead'));
  await screen.shows(role('heading', /submitted/i));

  await screen.press(role('link', 'Add files'));
  await screen.shows(role('heading', 'Marlow Sample'));
  const statement = pdf('june-statement.pdf');
  const path = info.outputPath(statement.name);
  await writeFile(path, statement.buffer);
  await screen.upload(path);
  await screen.press(role('button', 'Upload 1 file'));
  await screen.shows(role('link', /Download.*june-statement\.pdf/));

  await screen.press(role('button', 'Edit lead'));
  await screen.fill(label(/^Amount requested/), '65000');
  await screen.press(role('button', 'Save changes'));
  await screen.shows(role('button', 'Edit lead'));
  await screen.shows(text(/65,000$/));

  await screen.shows(text('51 824 753 556'));
  await screen.press(role('button', 'Edit lead'));
  const start = role('textbox', /^Business start date/);
  await screen.fill(start, '21 mar 1984');
  await screen.press(role('button', 'Save changes'));
  await screen.shows(role('button', 'Edit lead'));
  await screen.shows(text(/(21 March|March 21),? 1984$/));
});
