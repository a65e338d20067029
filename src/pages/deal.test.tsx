import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { markChanged } from '#src/api/query-changes.ts';
import { dealQuery } from '#src/api/records/deals.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { Component } from './deal.tsx';

const deal = {
  id: 'd1',
  createdAt: '2026-01-05T00:00:00.000Z',
  createdBy: 'a1',
  updatedAt: '2026-01-05T00:00:00.000Z',
  updatedBy: 'a1',
  fields: { name: 'SO-2291', status: 'Approved', partnerLeadReferenceId: 'HB-17' } as Record<
    string,
    unknown
  >,
};
const lead = {
  id: 'l1',
  firstName: 'Maia',
  lastName: 'Tuhoe',
  companyName: 'Southern Orchards',
  phone: '+64210555010',
  email: 'maia@orchards.test',
};

let requests: string[] = [];
/** The response to requests for the deal's history. */
let history: object = {};
/** The response to requests for the history of its lead. */
let leadHistory: object = {};
beforeEach(() => {
  requests = [];
  history = {};
});

/** Renders the deal page. `response` returns the response to the request for the deal's lead. */
async function show(response: () => Response, dealLead = true, hasHistory = true) {
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    if (address === '/portal/access-token')
      return Response.json({ accessToken: 't', expiresAt: '2999-01-01T00:00:00Z' });
    if (address.startsWith('/portal/deals/d1/history')) return Response.json(history);
    if (address.startsWith('/portal/leads/l1/history')) return Response.json(leadHistory);
    if (address === '/portal/leads/l1/attachments') return Response.json([]);
    return address === '/portal/deals/d1/lead' ? response() : Response.json(deal);
  });
  const queryClient = renderPage(
    <Component />,
    fakeSession('support', { dealLead, history: hasHistory }),
    '/deals/:id',
    '/deals/d1',
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'SO-2291' })).toBeVisible();
  return queryClient;
}

const leadLink = () =>
  screen.queryAllByRole('link').find((link) => link.getAttribute('href') === '/leads/l1') ?? null;

test('a deal links to its lead, by the client’s name', async () => {
  await show(() => Response.json({ lead }));
  expect(leadLink()).toHaveTextContent('Maia Tuhoe');
});

test('to support staff, the reference of a deal is its partner’s', async () => {
  const queryClient = await show(() => Response.json({ lead }));
  expect(screen.getByText('HB-17')).toBeVisible();
  expect(screen.getByText('Partner reference')).toBeVisible();
  expect(screen.queryByText('Your reference')).toBeNull();
  render(<Announcer />);
  act(() => markChanged(queryClient, dealQuery('d1').queryKey, ['partnerLeadReferenceId']));
  expect(await screen.findByText('Updated: Partner reference')).toBeInTheDocument();
});

test('a deal says how to reach its client, and has the files of its lead', async () => {
  await show(() => Response.json({ lead }));
  const client = within(screen.getByRole('region', { name: 'Record' }));
  expect(client.getByText('Southern Orchards')).toBeVisible();
  expect(client.getByRole('link', { name: /21 055/ })).toHaveAttribute('href', 'tel:+64210555010');
  expect(client.getByRole('link', { name: lead.email })).toHaveAttribute(
    'href',
    'mailto:maia@orchards.test',
  );
  expect(requests).toContain('/portal/leads/l1/attachments');
});

test('a customer whom the title names is not repeated, and ids are behind “Details”', async () => {
  const { fields } = deal;
  try {
    deal.fields = { ...fields, customer: { id: 'k1', name: 'so-2291' }, sfid: '0061' };
    await show(() => Response.json({ lead }));
    const record = within(screen.getByRole('region', { name: 'Record' }));
    expect(record.queryByText(/so-2291/i)).toBeNull();
    expect(record.queryByText('Customer')).toBeNull();
    expect(record.getByText('0061').closest('details')).not.toHaveAttribute('open');
  } finally {
    deal.fields = fields;
  }
});

test('a customer whom the title does not name is a part of the record', async () => {
  const { fields } = deal;
  try {
    deal.fields = { ...fields, customer: { id: 'k1', name: 'Southern Orchards' } };
    await show(() => Response.json({ lead: null }));
    const record = within(screen.getByRole('region', { name: 'Record' }));
    expect(record.getByText('Southern Orchards')).toBeVisible();
  } finally {
    deal.fields = fields;
  }
});

test('a lead without a person’s name is linked by its company', async () => {
  const nameless = { ...lead, firstName: '', lastName: '' };
  await show(() => Response.json({ lead: nameless }));
  expect(leadLink()).toHaveTextContent('Southern Orchards');
});

test('a lead without names is linked without a name', async () => {
  await show(() =>
    Response.json({
      lead: { id: 'l1', firstName: '', lastName: '', companyName: '', phone: '', email: '' },
    }),
  );
  expect(leadLink()?.textContent).toBe('Open lead');
});

test('a deal has no link if the user may not read its lead', async () => {
  await show(() => Response.json({ lead: null }));
  expect(leadLink()).toBeNull();
});

test('a deal is shown even if its lead cannot be loaded', async () => {
  await show(() => Response.json({ error: 'Something went wrong.' }, { status: 500 }));
  expect(leadLink()).toBeNull();
});

test('does not request the lead of a deal from a service that cannot return it', async () => {
  await show(() => Response.json({ lead }), false);
  expect(leadLink()).toBeNull();
  expect(requests).not.toContain('/portal/deals/d1/lead');
});

test('the path has the steps that the history proves', async () => {
  const changes = [
    { field: 'status', from: 'In Progress', to: 'Approved', fromSince: '2026-01-02T00:00:00.000Z' },
  ];
  const who = { source: 'operator', id: null, name: null };
  const at = '2026-01-05T00:00:00.000Z';
  const entry = { id: '7', kind: 'changed', at, who, changes, file: null, upload: null };
  history = { entries: [entry], next: null };
  await show(() => Response.json({ lead }));
  const path = within(screen.getByRole('list', { name: 'Progress of the deal' }));
  const done = path.getAllByRole('listitem').filter((step) => step.textContent.includes('done'));
  expect(done.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^In Progress, done .*\b2\b/),
  ]);
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Approved');
});

test('the history of its lead until the deal is shown on demand, to those who may read the lead', async () => {
  const who = { source: 'operator', id: null, name: null };
  const entry = { kind: 'changed', who, file: null, upload: null };
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
  await show(() => Response.json({ lead }));
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
  await show(() => Response.json({ lead: null }));
  expect(screen.getByText('No history is recorded for this deal.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /before the deal$/ })).toBeNull();
});

test('a service without history is not asked for it, and no step is said to be done', async () => {
  await show(() => Response.json({ lead }), true, false);
  expect(requests.filter((address) => address.includes('history'))).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'History' })).toBeNull();
  expect(screen.queryByText(/, done/)).toBeNull();
});
