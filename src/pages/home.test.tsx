import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { daysAgo, emptyHome, noRecords, todoOf, waitingDeal } from '#src/testing/home-page.ts';
import { fakeSession, question, renderPage } from '#src/testing/render-page.tsx';

import { Component } from './home.tsx';

function show(
  respond: (path: string) => Response,
  role: Parameters<typeof fakeSession>[0] = 'broker',
): void {
  vi.stubGlobal('fetch', async (path: string) => respond(path));
  renderPage(<Component />, fakeSession(role), '/home');
}

test('greets by name and time of day, and says when nothing waits', async () => {
  show(() => Response.json(emptyHome));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(
    /^Good (morning|afternoon|evening), Sam$/,
  );
  await screen.findByText(/^Nothing waits\./);
  screen.getByText('Nobody else has changed anything.');
  screen.getByText('No leads in these weeks.');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('what waits has one name, one reason and one act; “you” is only the reader', async () => {
  const requested = { ...waitingDeal, id: 'l1', type: 'lead' as const, request: question };
  const home = { ...emptyHome, ...todoOf(waitingDeal, { ...requested, contact: 'Bea Harper' }) };
  show(() => Response.json(home), 'partner-admin');
  const list = within(await screen.findByRole('region', { name: 'Waiting on us' }));
  const rows = list.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Kauri Joinery310,000Send the missing information9.days usually 3 days/);
  expect(rows[1]).toMatch(/Bea Harper · “Is the second director a guarantor\?”/);
  // Every amount is shown, and slow is not late.
  expect(rows[1]).toMatch(/^Kauri Joinery310,000/);
  expect(list.queryByText(/late/)).toBeNull();
  expect(screen.queryByText(/on you/)).toBeNull();
});

test('what is due is in order of the days, each with the number of all its records', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const due = (id: string, group: (typeof waitingDeal)['due'], days: number) => ({
    ...waitingDeal,
    id,
    due: group,
    request: { ...question, id, dueDate: day(days) },
  });
  const records = [due('r1', 'overdue', -20), due('r2', 'later', 20), { ...waitingDeal, id: 'r3' }];
  const todo = { ...todoOf(...records).todo, deals: 30 };
  show(() =>
    Response.json({
      ...emptyHome,
      todo: { ...todo, due: { overdue: 1, today: 0, week: 0, later: 2, none: 27 } },
    }),
  );
  const list = within(await screen.findByRole('region', { name: 'Waiting on you' }));
  const heads = list.getAllByRole('heading', { level: 3 });
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Overdue 1',
    'Later 2',
    'No day 27',
  ]);
  // Red is only what is late, with the day that says so.
  expect(list.getByText(/^was due/)).toHaveAttribute('data-late');
  expect(list.getByText(/^due/)).not.toHaveAttribute('data-late');
});

test('the client is called with the number on the button, which a desk reads and copies', async () => {
  const client = { leadId: 'l1', phone: '+61491570156', email: 'mia@client.test' };
  const lead = { ...waitingDeal, type: 'lead' as const, client, status: 'With Broker' };
  const rows = [
    { ...lead, id: 'l1', subStatus: 'Call Back Customer' },
    { ...lead, id: 'l2', subStatus: 'Customer requested email only' },
    { ...lead, id: 'l3', subStatus: 'Wrong details' },
    { ...lead, id: 'l4', subStatus: 'Received', client: { ...client, phone: '' } },
    { ...lead, id: 'l5', subStatus: 'Received', client: null },
  ];
  const home = { ...emptyHome, ...todoOf(...rows) };
  show(() => Response.json(home));
  const call = await screen.findByRole('button', { name: 'Call +61 491 570 156' });
  await userEvent.click(call);
  expect(screen.getByRole('link', { name: '+61 491 570 156' })).toHaveAttribute(
    'href',
    'tel:+61491570156',
  );
  screen.getByRole('button', { name: 'Copy phone number' });
  const links = screen.getAllByRole('link', { name: /^(Email|Correct|Open) Kauri Joinery$/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Email', 'mailto:mia@client.test'],
    ['Correct', '/leads/l3'],
    ['Email', 'mailto:mia@client.test'],
    ['Open', '/leads/l5'],
  ]);
  cleanup();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  show(() => Response.json(home));
  const dial = await screen.findByRole('link', { name: 'Call +61 491 570 156' });
  expect(dial).toHaveAttribute('href', 'tel:+61491570156');
});

test('a question is answered in the list, and the focus is on what is next', async () => {
  const requested = { ...waitingDeal, request: question };
  let home = { ...emptyHome, ...todoOf(requested, { ...waitingDeal, id: 'd2', name: 'Old Mill' }) };
  let requests = 0;
  show((path) => {
    if (path === '/portal/requests/r1/answer') {
      requests += 1;
      if (requests === 1)
        return Response.json({ error: 'Try again.', code: 'internal' }, { status: 500 });
      home = { ...emptyHome, ...todoOf({ ...waitingDeal, id: 'd2', name: 'Old Mill' }) };
      return Response.json({ ...question, state: 'sent' });
    }
    return Response.json(home);
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Answer: Is the second/ }));
  const answer = screen.getByLabelText('Your answer');
  expect(answer).toHaveFocus();
  await userEvent.type(answer, 'No.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Not sent. Your answer is still here.');
  expect(answer).toHaveValue('No.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByText('Kauri Joinery')).toBeNull());
  expect(screen.getByRole('link', { name: 'Open Old Mill' })).toHaveFocus();
});

test('what others changed is told in one line, with who did it', async () => {
  const change = {
    ...waitingDeal,
    at: daysAgo(0),
    isCreated: false,
    isUnread: true,
    statusChange: null,
    subStatusChange: null,
    fields: [],
    files: 0,
    correctedFiles: 0,
    withdrawnFiles: 0,
    calls: 0,
    questions: 0,
    answer: null,
    by: { isOperator: false, name: 'Ada Marsh' },
  };
  const latest = [
    { ...change, statusChange: { from: 'Approved', to: 'Settled' }, fields: ['a', 'b'] },
    { ...change, id: 'l1', type: 'lead' as const, fields: ['brokerRep'] },
    { ...change, id: 'l2', type: 'lead' as const, isCreated: true },
    { ...change, id: 'd2' },
    { ...change, id: 'l3', questions: 1 },
    {
      ...change,
      id: 'd4',
      questions: 1,
      answer: 'Only for a trust.',
      by: { isOperator: true, name: 'Ada Marsh' },
    },
    // A status is the lender’s, also where somebody else changed other fields.
    {
      ...change,
      id: 'd3',
      statusChange: { from: 'Settled', to: 'Withdrawn' },
      by: { isOperator: true, name: 'Ada Marsh' },
    },
  ];
  show(() => Response.json({ ...emptyHome, changed: { ...emptyHome.changed, deals: 4, latest } }));
  const notes = await screen.findAllByText(/, by (Ada Marsh|the lender)$/);
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Approved → Settled, by Ada Marsh',
    'Contact changed, by Ada Marsh',
    'New lead, by Ada Marsh',
    'Changed, by Ada Marsh',
    '1 question to the lender, by Ada Marsh',
    'Answered: “Only for a trust.” · 1 question to the lender, by the lender',
    'Settled → Withdrawn, by the lender',
  ]);
});

test('rows keep their places while somebody has the focus in them, and others wait', async () => {
  let response = { ...emptyHome, ...todoOf(waitingDeal) };
  const first = { ...emptyHome.changed, ...noRecords, isFirst: true, until: '', latest: [] };
  show(() => Response.json({ ...response, changed: { ...first, since: daysAgo(7) } }));
  const link = await screen.findByRole('link', { name: 'Kauri Joinery' });
  act(() => link.focus());
  const later = { ...waitingDeal, id: 'd2', name: 'Old Mill' };
  response = { ...emptyHome, ...todoOf(later, { ...waitingDeal, name: 'Kauri Joinery Ltd' }) };
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  const showNew = await screen.findByRole('button', { name: '1 new – Show' });
  expect(link).toHaveTextContent('Kauri Joinery Ltd');
  expect(screen.queryByRole('link', { name: 'Old Mill' })).toBeNull();
  act(() => showNew.focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('link', { name: 'Old Mill' })).toHaveFocus();
});

test('support reads whose records wait, and narrows the page to a partner', async () => {
  const partner = { id: 'harbour', name: 'Harbour Finance' };
  const owner = { ...partner, leads: 2, deals: 1 };
  const todo = todoOf({ ...waitingDeal, partner });
  show(() => Response.json({ ...emptyHome, changed: null, ...todo, owners: [owner] }), 'support');
  await screen.findByText('Harbour Finance · Send the missing information');
  screen.getByText('usually 3 days');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Harbour Finance')).toBe('/home?partner=harbour');
  expect(link('2 leads')).toBe('/leads?waitingOn=partner&brokerId=harbour');
  expect(screen.queryByRole('button', { name: /^More/ })).toBeNull();
});

test('says what could not be loaded', async () => {
  show(() => Response.json({ error: 'No.', code: 'no-access' }, { status: 403 }));
  const title = await screen.findByRole('heading', { level: 2 });
  expect(title.textContent).toBe('Couldn’t load the home page');
});
