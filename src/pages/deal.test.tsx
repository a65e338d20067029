import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { highlightChanges } from '#src/api/query-changes.ts';
import { dealQuery } from '#src/api/records/deals.ts';
import { fakeSession, question, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { Component } from './deal.tsx';

const deal = {
  id: 'd1',
  createdAt: '2026-01-05T00:00:00.000Z',
  createdBy: 'a1',
  updatedAt: '2026-01-05T00:00:00.000Z',
  updatedBy: 'a1',
  fields: { name: 'SO-2291', status: 'Approved', partnerLeadReferenceId: 'HB-17' },
};
const lead = {
  id: 'l1',
  firstName: 'Maia',
  lastName: 'Tuhoe',
  companyName: 'Southern Orchards',
  phone: '+64210555010',
  email: 'maia@orchards.test',
};
const nameless = { ...lead, firstName: '', lastName: '' };
const unknown = { ...nameless, companyName: '', phone: '', email: '' };

let requests: string[] = [];
/** The responses to requests for the deal's history, and for that of its lead. */
let history: object = {};
let leadHistory: object = {};
beforeEach(() => {
  requests = [];
  history = {};
});

interface Shown {
  /** Further fields of the deal. */
  fields?: object;
  capabilities?: Parameters<typeof fakeSession>[1];
}

/** Renders the deal page. `response` is the one to the request for the deal's lead. */
async function show(response: object, { fields = {}, capabilities }: Shown = {}) {
  stubFetch((address) => {
    requests.push(address);
    if (address.startsWith('/portal/deals/d1/history')) return history;
    if (address.startsWith('/portal/leads/l1/history')) return leadHistory;
    if (address === '/portal/leads/l1/attachments') return [];
    if (address === '/portal/deals/d1/lead') return response;
    return { ...deal, fields: { ...deal.fields, ...fields } };
  });
  const session = fakeSession('support', capabilities);
  const queryClient = renderPage(<Component />, session, '/deals/:id', '/deals/d1');
  expect(await screen.findByRole('heading', { level: 1, name: 'SO-2291' })).toBeVisible();
  return queryClient;
}
const record = () => within(screen.getByRole('region', { name: 'Record' }));

const leadLink = () =>
  screen.queryAllByRole('link').find((link) => link.getAttribute('href') === '/leads/l1') ?? null;

const failure = Response.json({ error: 'Something went wrong.' }, { status: 500 });

test.each([
  ['is linked by the client’s name', { lead }, 'Maia Tuhoe'],
  ['without a person’s name is linked by its company', { lead: nameless }, 'Southern Orchards'],
  ['without names is linked without a name', { lead: unknown }, 'Open lead'],
  ['that the user may not read has no link', { lead: null }, undefined],
  ['that cannot be loaded does not keep the deal from being shown', failure, undefined],
])('the lead of a deal %s', async (_, response, text) => {
  await show(response);
  expect(leadLink()?.textContent).toBe(text);
});

test('to support staff, the reference of a deal is its partner’s', async () => {
  const queryClient = await show({ lead });
  expect(screen.getByText('HB-17')).toBeVisible();
  expect(screen.getByText('Partner reference')).toBeVisible();
  expect(screen.queryByText('Your reference')).toBeNull();
  render(<Announcer />);
  act(() => highlightChanges(queryClient, dealQuery('d1').queryKey, ['partnerLeadReferenceId']));
  expect(await screen.findByText('Updated: Partner reference')).toBeInTheDocument();
});

test('a deal says how to reach its client, and has the files of its lead', async () => {
  await show({ lead });
  expect(record().getByText('Southern Orchards')).toBeVisible();
  const links = record().getAllByRole('link', { name: /21 055|@/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'tel:+64210555010',
    'mailto:maia@orchards.test',
  ]);
  expect(requests).toContain('/portal/leads/l1/attachments');
});

test('a customer whom the title names is not repeated, and ids are behind “Details”', async () => {
  await show({ lead }, { fields: { customer: { id: 'k1', name: 'so-2291' }, sfid: '0061' } });
  expect(record().queryByText(/so-2291/i)).toBeNull();
  expect(record().queryByText('Customer')).toBeNull();
  expect(record().getByText('0061').closest('details')).not.toHaveAttribute('open');
});

test('a customer whom the title does not name is a part of the record', async () => {
  const fields = { customer: { id: 'k1', name: 'Southern Orchards' } };
  await show({ lead: null }, { fields });
  expect(record().getByText('Southern Orchards')).toBeVisible();
});

test('does not request the lead of a deal from a service that cannot return it', async () => {
  await show({ lead }, { capabilities: { dealLead: false } });
  expect(leadLink()).toBeNull();
  expect(requests).not.toContain('/portal/deals/d1/lead');
});

const who = { source: 'operator', id: null, name: null };
const entry = { kind: 'changed', who, file: null, upload: null };

test('the path has the steps that the history proves', async () => {
  const changes = [
    { field: 'status', from: 'In Progress', to: 'Approved', fromSince: '2026-01-02T00:00:00.000Z' },
  ];
  history = { entries: [{ ...entry, id: '7', at: deal.createdAt, changes }], next: null };
  await show({ lead });
  const path = within(screen.getByRole('list', { name: 'Progress of the deal' }));
  const done = path.getAllByRole('listitem').filter((step) => step.textContent.includes('done'));
  expect(done.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^In Progress, done .*\b2\b/),
  ]);
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Approved');
});

test('the history of its lead until the deal is shown on demand, to those who may read the lead', async () => {
  const statusTo = (to: string) => [{ field: 'status', from: 'New', to }];
  const noted = [{ field: 'notes', from: '', to: 'After the deal' }];
  history = { entries: [], next: null };
  leadHistory = {
    entries: [
      { ...entry, id: '9', at: '2026-01-06T00:00:00.000Z', changes: noted },
      { ...entry, id: '8', at: deal.createdAt, changes: statusTo('Converted') },
      { ...entry, id: '7', at: '2026-01-01T00:00:00.000Z', changes: statusTo('With Broker') },
    ],
    next: null,
  };
  await show({ lead });
  const isRequested = () => requests.some((address) => address.includes('/leads/l1/history'));
  expect(isRequested()).toBe(false);
  const name = 'the history of the lead before the deal';
  await userEvent.click(screen.getByRole('button', { name: `Show ${name}` }));
  const list = await screen.findByRole('list', { name: 'History of the lead' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Converted/),
    expect.stringMatching(/^With Broker/),
  ]);
  await userEvent.click(screen.getByRole('button', { name: `Hide ${name}` }));
  expect(screen.queryByRole('list', { name: 'History of the lead' })).toBeNull();
});

test('nothing before the deal is offered to those who may not read its lead', async () => {
  history = { entries: [], next: null };
  await show({ lead: null });
  expect(screen.getByText('No history is recorded for this deal.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /before the deal$/ })).toBeNull();
});

test('a service without history is not asked for it, and no step is said to be done', async () => {
  await show({ lead }, { capabilities: { history: false } });
  expect(requests.filter((address) => address.includes('history'))).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'History' })).toBeNull();
  expect(screen.queryByText(/, done/)).toBeNull();
});

test('a deal is shown once what to do is known, so that nothing moves later', async () => {
  const sent = Promise.withResolvers<object[]>();
  stubFetch((address) => {
    if (address === '/portal/deals/d1/requests') return sent.promise;
    if (address === '/portal/deals/d1/lead') return Response.json(null);
    return address.startsWith('/api/') ? deal : {};
  });
  const session = fakeSession('broker', { requests: true });
  const queryClient = renderPage(<Component />, session, '/deals/:id', '/deals/d1');
  const { queryKey } = dealQuery('d1');
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(screen.queryByRole('heading', { name: 'SO-2291' })).toBeNull();
  sent.resolve([question]);
  expect(await screen.findByRole('heading', { level: 1, name: 'SO-2291' })).toBeVisible();
  expect(screen.getByText(question.text)).toBeVisible();
});

test('a deal that is handed back waits for the lender, whatever its status asks of the partner', async () => {
  const fields = { name: 'SO-2291', status: 'Additional Info Required', subStatus: 'Pending info' };
  let handedBackAt: string | null = null;
  stubFetch((address) => {
    if (address === '/portal/deals/d1/follow-up') return { day: null, handedBackAt };
    if (address === '/portal/deals/d1/lead') return Response.json(null);
    if (/(?:requests|questions)$/.test(address)) return [];
    return address.startsWith('/api/') ? { ...deal, fields } : {};
  });
  const capabilities = { requests: true, home: true };
  const session = fakeSession('broker', capabilities);
  renderPage(<Component />, session, '/deals/:id', '/deals/d1');
  expect(await screen.findByRole('heading', { name: 'What to do' })).toBeVisible();
  expect(screen.getByText('Waiting on you')).toBeVisible();
  cleanup();
  handedBackAt = new Date().toISOString();
  renderPage(<Component />, session, '/deals/:id', '/deals/d1');
  expect(await screen.findByText(/^Handed back to the lender/)).toBeVisible();
  expect(screen.getByText('Waiting on the lender')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'What to do' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ask the lender' })).toBeVisible();
});
