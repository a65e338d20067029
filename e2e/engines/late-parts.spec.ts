import { writeFile } from 'node:fs/promises';

import { type SampleFile } from '#e2e/files.ts';
import { leadRows, spreadsheet } from '#e2e/lead-files.ts';

import { expect, test } from './fixtures.ts';
import { role, text, type Screen } from './screen.ts';

/**
 * Makes the page note what its workers reply, `1:2` for the first worker’s last reply to message 2.
 */
const recordReplies = `
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
  await screen.engine.run(recordReplies);

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

test('what the lists load late is there on request, and a change reaches each tab once', async ({
  signedIn,
  engine,
}) => {
  const screen = await signedIn('admin');
  await screen.press(role('button', 'Search'));
  await screen.shows(role('combobox', /.*/, role('dialog', 'Search and commands')));
  await screen.type('bulk');
  await screen.shows(role('option', /^Bulk upload/));
  await screen.key('Enter');
  await expect.poll(screen.path).toBe('/bulk-upload');

  await screen.goto('/deals?view=board');
  await screen.shows(role('link', /^Approved, \d+ deals/));
  await screen.shows(role('rowheader', /^Approved/));

  await screen.goto('/leads');
  await screen.press(role('button', 'More'));
  await screen.shows(role('button', /^Export [\d,]+ leads$/));
  await screen.shows(role('link', 'Changed since my last visit'));
  await screen.key('Escape');

  const { cells, leadsTo } = await screen.row('Leads', 0);
  const [name = ''] = cells[0]!.text.split('\n');
  const id = leadsTo.split('/').at(-1);
  await screen.goto(`/leads?q=${id}`);
  await screen.shows(role('link', new RegExp(name)));
  if (engine === 'phone') {
    await screen.press(role('button', 'More'));
    // The sheet grows upwards until its views are loaded.
    await screen.shows(role('link', 'Changed since my last visit'));
    await screen.press(role('button', 'Select leads'));
  }
  await screen.press(role('checkbox', new RegExp(name)));
  await screen.press(role('button', 'Add note…'));
  await screen.fill(role('textbox', 'Note'), 'Rang back');
  await screen.press(role('button', 'Continue'));
  await screen.press(role('button', 'Add the note to 1 lead'));
  await screen.shows(text(/^Note added to 1 lead/));

  await screen.goto('/leads');
  await screen.engine.run(recordReplies);
  // A page that comes back writes to the connection that it shares with other tabs.
  const comeBack = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));`;
  await expect.poll(() => screen.engine.run(`${comeBack} return watched.length;`)).toBe(1);
  // A press may open a tab; it is driven by the page that opened it.
  await screen.engine.run(
    `document.querySelector('h1').onclick = () => { window.other = open('/leads'); };`,
  );
  await screen.press(role('heading', 'Leads'));
  const other = async () =>
    screen.engine.run('return window.other?.document.body?.innerText ?? ""');
  await expect.poll(other).toContain(name);
  await screen.engine.run(
    `const [lead] = arguments;
     void (async () => {
       const response = await fetch('/portal/access-token', { method: 'POST' });
       const { accessToken } = await response.json();
       await fetch('/api/v1/lead/' + lead, {
         method: 'PATCH',
         headers: { authorization: 'Bearer ' + accessToken, 'content-type': 'application/json' },
         body: JSON.stringify({ fields: { firstName: 'Petrel' } }),
       });
     })()`,
    [id],
  );
  await expect.poll(other).toContain('Petrel');
  await expectRepliesOnce(screen, 1);
});
