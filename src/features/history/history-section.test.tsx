import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { HistoryEntry, HistoryPage } from '#contract/portal/history.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { HistorySection } from './history-section.tsx';

const operator = { source: 'operator', id: null, name: null } as const;
const person = { source: 'portal', id: 'a1', name: 'Mia Moss' } as const;
const entry = (id: number, parts: Partial<HistoryEntry>): HistoryEntry => ({
  id: String(id),
  kind: 'changed',
  at: `2026-03-${String(id).padStart(2, '0')}T10:00:00.000Z`,
  who: operator,
  changes: [],
  file: null,
  upload: null,
  ...parts,
});

/** Renders the history of a lead. `respond` returns the response to a request’s query. */
function show(respond: (query: URLSearchParams) => HistoryPage | Response, isPortalOnly = false) {
  stubFetch((url) => respond(new URL(url, 'http://portal.test').searchParams));
  const FieldValue = ({ value }: { value: unknown }) => <b>{String(value)}</b>;
  renderPage(
    <HistorySection record={{ type: 'lead', id: 'l1' }} {...{ FieldValue, isPortalOnly }} />,
    fakeSession('partner-admin'),
    '/leads/:id',
    '/leads/l1',
  );
}
const page = (...entries: HistoryEntry[]): HistoryPage => ({ entries, next: null });
const items = async () => within(await screen.findByRole('list')).findAllByRole('listitem');
const texts = async () => (await items()).map(({ textContent }) => textContent);

test('a status has its time, who set it, and for how long it stood', async () => {
  const to = (field: string, value: string) => ({ changes: [{ field, from: '', to: value }] });
  show(() =>
    page(
      entry(9, to('status', 'Approved')),
      entry(8, to('subStatus', 'Under Review')),
      entry(6, to('status', 'In Progress')),
    ),
  );
  expect(await texts()).toEqual([
    expect.stringMatching(/^Approved.*, by the lender, for \d+ /),
    expect.stringMatching(/^Under Review.*, by the lender, for 1 day$/),
    expect.stringMatching(/^In Progress.*, by the lender, for 3 days$/),
  ]);
  expect(screen.getAllByRole('listitem')[0]?.querySelector('time')).toHaveAttribute(
    'datetime',
    '2026-03-09T10:00:00.000Z',
  );
});

test('the latest entries are shown first, and the others on request', async () => {
  show(() => page(...[9, 8, 7, 6, 5, 4, 3].map((id) => entry(id, { kind: 'request' }))));
  expect(await items()).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await items()).toHaveLength(7);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an edit has the labels of its fields, and its person', async () => {
  const changes = [{ field: 'tradingName', from: '', to: 'Kauri Co' }];
  show(() => page(entry(9, { who: person, changes })));
  expect((await texts())[0]).toMatch(/^EditedTrading nameempty →to Kauri Co.*, by Mia Moss$/);
});

test('an entry of a bulk change says so, and how many others were changed alike', async () => {
  const changes = [{ field: 'notes', from: '', to: 'Call again.' }];
  const bulkChange = { others: 49, isUndo: false };
  const entries = [
    entry(9, { who: person, changes, bulkChange: { ...bulkChange, isUndo: true } }),
    entry(8, { who: person, changes, bulkChange }),
    entry(7, { who: person, changes, bulkChange: { others: null, isUndo: false } }),
  ];
  // Within ten minutes, so manual edits are merged into one item.
  show(() => page(...entries.map((one) => ({ ...one, at: entry(9, {}).at }))));
  const [undone, added, deleted] = await texts();
  expect(undone).toMatch(/^Note removed again, with 49 other leads/);
  expect(added).toMatch(/^Note added, with 49 other leads/);
  expect(deleted).toMatch(/^Note added, in a bulk change/);
});

test('a lead of a bulk upload names its file and row, and links to the upload', async () => {
  const upload = { id: 'u1', fileName: 'june.csv', row: 14 };
  const who = { ...person, source: 'bulk-upload' } as const;
  show(() => page(entry(1, { kind: 'created', who, upload })));
  expect((await texts())[0]).toMatch(/^Created from bulk upload june.csv, row 14/);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/bulk-upload/u1');
});

test('an older record says that its history begins later', async () => {
  show(() => page(entry(1, { kind: 'known', who: person })));
  expect((await texts())[0]).toMatch(/^History begins here: this lead is older\./);
  expect(screen.queryByText(/Mia Moss/)).toBeNull();
});

test('what became of a call says so, with its note', async () => {
  show(() =>
    page(
      entry(4, { kind: 'handed-back', who: person, note: 'All sent.' }),
      entry(3, { kind: 'no-answer', who: person }),
      entry(2, { kind: 'reached', who: person }),
    ),
  );
  expect(await texts()).toEqual([
    expect.stringMatching(/^Handed back to the lender: All sent\..*, by Mia Moss$/),
    expect.stringMatching(/^Client not reached.*, by Mia Moss$/),
    expect.stringMatching(/^Client reached.*, by Mia Moss$/),
  ]);
});

test('what the client sent by a link says so, apart from what others attached', async () => {
  const unnamed = { source: 'portal', id: null, name: null } as const;
  const at = '2026-03-04T10:00:00.000Z';
  const file = (fileName: string) => ({ id: fileName, fileName, type: 'Image' });
  const attached = { kind: 'attached', who: unnamed, at } as const;
  show(() =>
    page(
      entry(4, { ...attached, file: { ...file('2.png'), isFromClient: true } }),
      entry(3, { ...attached, file: { ...file('1.png'), isFromClient: true } }),
      entry(2, { ...attached, file: file('other.png') }),
    ),
  );
  expect(await texts()).toEqual([
    expect.stringMatching(/^2 files sent by the client: 2\.png, 1\.png.*, by the client$/),
    expect.stringMatching(/^File attached: other\.png.*, by somebody else$/),
  ]);
});

test('a request says what was asked, answered and returned', async () => {
  const request = { id: 'r1', kind: 'question', state: 'sent', text: 'In March.' } as const;
  const open = { ...request, state: 'open', text: 'Since when?' } as const;
  show(() =>
    page(
      entry(5, { kind: 'request', request: { ...request, state: 'done', text: '' } }),
      entry(4, { kind: 'request', who: person, request }),
      entry(3, { kind: 'request', request: open }),
      entry(2, { kind: 'request' }),
    ),
  );
  expect(await texts()).toEqual([
    expect.stringMatching(/^Request done.*, by the lender$/),
    expect.stringMatching(/^Request answered: In March\..*, by Mia Moss$/),
    expect.stringMatching(/^Request: Since when\?.*, by the lender$/),
    expect.stringMatching(/^Request, since erased/),
  ]);
});

test('a question to the lender and its answer are entries with their words', async () => {
  const question = { id: 'q1', state: 'open', text: 'Is a trust deed needed?' } as const;
  const answered = { ...question, state: 'answered', text: 'Only for a trust.' } as const;
  show(() =>
    page(
      entry(5, { kind: 'question', question: answered }),
      entry(4, { kind: 'question', who: person, question }),
    ),
  );
  expect(await texts()).toEqual([
    expect.stringMatching(/^Question answered: Only for a trust\..*, by the lender$/),
    expect.stringMatching(/^Question to the lender: Is a trust deed needed\?.*, by Mia Moss$/),
  ]);
});

test('erased values are said to be erased', async () => {
  const erased = entry(4, { kind: 'erased', who: { source: 'command', id: null, name: null } });
  show(() => page(erased, entry(3, { who: person }), entry(2, { kind: 'attached' })));
  expect(await texts()).toEqual([
    expect.stringMatching(/^The personal data was erased.*, by the lender’s command$/),
    expect.stringMatching(/^Edited\. What was changed has been erased\./),
    expect.stringMatching(/^File attached, since erased/),
  ]);
});

test('Show more adds the next page, and a person’s edits are merged across pages', async () => {
  const edit = (id: number, from: string, to: string) =>
    entry(id, { at: entry(9, {}).at, who: person, changes: [{ field: 'abn', from, to }] });
  show((query) =>
    query.get('cursor') === '3'
      ? page(edit(2, '', '1'))
      : { entries: [edit(3, '1', '2')], next: '3' },
  );
  expect((await texts())[0]).toContain('1 →to 2');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/2 edits/)).toBeVisible();
  expect((await texts())[0]).toContain('empty →to 2');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('long texts are cut, and shown on demand', async () => {
  const notes = 'Prefers a call in the morning. '.repeat(20).trim();
  show(() => page(entry(9, { who: person, changes: [{ field: 'notes', from: '', to: notes }] })));
  expect((await texts())[0]).not.toContain(notes);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect((await texts())[0]).toContain(notes);
});

test('what was done through the portal is said to be only that', async () => {
  const file = { id: null, fileName: 'june.pdf', type: 'Image' };
  const edit = entry(8, { who: person, changes: [{ field: 'abn', to: '51824753556' }] });
  show(() => page(entry(9, { who: person, kind: 'attached', file }), edit), true);
  expect(await texts()).toEqual([
    expect.stringMatching(/^File attached: june\.pdf.*, by Mia Moss$/),
    expect.stringMatching(/^EditedABN51824753556/),
  ]);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Only what was done through this portal is shown.')).toBeVisible();
});

test('a failure is said, and the rest of the page remains', async () => {
  show(() => Response.json({ error: 'Down.', code: 'internal' }, { status: 500 }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the history');
});

test('a corrected type and a withdrawn file are named', async () => {
  const file = { id: null, fileName: 'june.csv', type: 'Image' };
  const corrected = { ...file, formerType: 'Bank Statements' };
  show(() =>
    page(
      entry(3, { who: person, kind: 'file-withdrawn', file }),
      entry(2, { who: person, kind: 'file-changed', file: corrected }),
    ),
  );
  expect(await screen.findByText('File removed: june.csv')).toBeVisible();
  expect(screen.getByText('Type of june.csv corrected: Bank Statements → Image')).toBeVisible();
});
