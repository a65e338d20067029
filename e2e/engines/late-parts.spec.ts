import { writeFile } from 'node:fs/promises';

import { type SampleFile } from '#e2e/files.ts';
import { leadRows, spreadsheet } from '#e2e/lead-files.ts';

import { expect, test } from './fixtures.ts';
import { role, type Screen } from './screen.ts';

/**
 * Makes the page note what its workers reply, `1:2` for the first worker’s last reply to message 2.
 */
const noteReplies = `
  window.replies = [];
  window.watched = [];
  for (const { prototype } of [Worker, MessagePort]) {
    const { postMessage } = prototype;
    prototype.postMessage = function (...message) {
      // React wakes itself with a message without content.
      if (message[0] !== null && !watched.includes(this)) {
        const worker = watched.push(this);
        this.addEventListener('message', ({ data }) => {
          if (data?.id !== undefined && !('progress' in data))
            window.replies.push(worker + ':' + data.id);
        });
      }
      return postMessage.apply(this, message);
    };
  }`;

async function expectRepliesOnce(screen: Screen, min: number): Promise<void> {
  const noted = async () => (await screen.engine.run('return window.replies')) as string[];
  await expect.poll(async () => (await noted()).length).toBeGreaterThanOrEqual(min);
  const replies = await noted();
  expect(replies.toSorted()).toEqual([...new Set(replies)].toSorted());
}

/** On a phone, the issues are behind a button. */
async function showIssues(screen: Screen): Promise<void> {
  const button = role('button', /^Show issues/);
  if ((await screen.texts(button)).length > 0) await screen.press(button);
}

test('what a bulk upload loads late is there when a file needs it, and works once', async ({
  signedIn,
}, info) => {
  const screen = await signedIn('otherAdmin');
  const upload = async ({ name, buffer }: SampleFile) => {
    const path = info.outputPath(name);
    await writeFile(path, buffer);
    await screen.upload(path);
  };
  await screen.goto('/bulk-upload');
  await screen.shows(role('heading', 'Bulk upload'));
  await screen.engine.run(noteReplies);

  const header = ['First Name', 'Last Name', 'Company Name', 'Reachable on'];
  const rows = leadRows(4, 5_001).map(({ firstName, lastName, companyName, phone }, index) => [
    firstName!,
    index === 0 ? 'Garc¡a' : lastName!,
    companyName!,
    index < 3 ? `0412 345 67${index}` : phone!,
  ]);
  const csv = [header, ...rows].map((row) => row.join(',')).join('\r\n');
  await upload({ name: 'asked.csv', mimeType: '', buffer: Buffer.from(csv, 'latin1') });
  await screen.press(role('radio', /cp850\): “García”$/));
  await screen.choose(role('combobox', 'Reachable on goes to'), 'Phone');
  await screen.press(role('button', 'Check rows'));
  await screen.shows(role('button', 'Submit 1 lead'));
  await showIssues(screen);
  await screen.choose(role('combobox', /Which country are they from\?/), /^Australia/);
  await screen.press(role('button', /^Fix all 3: /));
  await screen.shows(role('button', 'Submit 4 leads'));
  await screen.press(role('button', /^Undo: Phone/));
  await screen.shows(role('button', 'Submit 1 lead'));

  for (const [count, name] of [
    [2, 'asked.xlsx'],
    [3, 'asked.ods'],
  ] as const) {
    await screen.press(role('button', 'Choose another file'));
    await upload(spreadsheet(name, leadRows(count, 5_010)));
    await screen.shows(role('button', `Submit ${count} leads`));
  }
  await expectRepliesOnce(screen, 10);
});
