import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, test } from 'vitest';

import { specifiedCapabilities } from '#contract/portal/accounts.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { useListSearch } from '#src/api/records/list/list-search.ts';
import { RecordsList } from '#src/features/records/records-list.tsx';
import { allowPopovers, fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { leadType } from './lead-type.tsx';

/** A service with exactly the capabilities of the specification. */
const capabilities = { ...specifiedCapabilities, maxPageSize: 50 };
const session = fakeSession('partner-admin', capabilities);

/**
 * The existing leads, the maximum page size, whether the service is down, and the requested lists.
 */
let leads: unknown[] = [];
let most = 100;
let isDown = false;
let requests: string[] = [];

beforeEach(() => {
  leads = Array.from({ length: 40 }, (_, index) => lead(index + 1));
  most = 100;
  isDown = false;
  requests = [];
  stubFetch((address) => {
    requests.push(address);
    if (isDown) return Response.json({ error: 'Down.' }, { status: 503 });
    const query = new URLSearchParams(address.slice(address.indexOf('?')));
    const size = Math.min(Number(query.get('pageSize')), most);
    const start = (Number(query.get('page')) - 1) * size;
    return leads.slice(start, start + size);
  });
});

function lead(number: number): unknown {
  const fields = { firstName: 'Client', lastName: `${number}`, status: 'Awaiting Valuation' };
  return { id: `lead-${number}`, fields };
}

function Page() {
  const { search, onSearch } = useListSearch(leadSource.pageSchema, capabilities);
  return <RecordsList records={leadType} session={session} search={search} onSearch={onSearch} />;
}

function open(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/leads', element: <Page /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { client, router, user: userEvent.setup() };
}

const range = async (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const next = () => screen.getByRole('button', { name: 'Next page' });
const isLast = async () => waitFor(() => expect(next()).toHaveAttribute('aria-disabled', 'true'));

test('pages through a list without a total until the service has no more rows', async () => {
  const { user } = open('/leads');
  await range('1–20');
  await user.click(next());
  await range('21–40');
  await isLast();
  expect(screen.getAllByText('Awaiting Valuation')).toHaveLength(20);
});

test('does not request what the service doesn’t support, whatever the address says', async () => {
  open('/leads?q=ann&status=New&sort=createdAt&pageSize=100');
  await range('1–40');
  expect(requests[0]).toBe('/api/v1/lead?page=1&pageSize=50');
  const sizes = screen.getAllByRole('option').map((option) => option.textContent);
  expect(sizes).toEqual(['20', '50']);
});

test('uses the page size of a service that returns fewer rows than requested', async () => {
  most = 15;
  const { user, router } = open('/leads');
  await range('1–15');
  await waitFor(() => expect(next()).not.toHaveAttribute('aria-disabled'));
  await user.click(next());
  await range('16–30');
  expect(router.state.location.search).toBe('?page=2&pageSize=15');
  await user.click(next());
  await range('31–40');
  await isLast();
});

test('a page past the end says so, and links to the first page', async () => {
  const { user } = open('/leads?page=9');
  expect(await screen.findByText('There is no page 9')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to the first page' }));
  await range('1–20');
});

test('shows an unreadable lead as one marked row', async () => {
  leads[1] = 'record unavailable';
  open('/leads');
  await range('1–20');
  expect(screen.getByRole('cell', { name: /couldn’t be displayed/ })).toBeVisible();
  expect(screen.getAllByRole('rowheader')).toHaveLength(19);
});

test('keeps the loaded rows, with their time, while the service is unavailable', async () => {
  const { client, user } = open('/leads');
  await range('1–20');
  isDown = true;
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/^Last updated/)).toBeVisible();
  expect(screen.getByText(/The service isn’t responding; trying again/)).toBeVisible();
  expect(screen.getAllByRole('rowheader')).toHaveLength(20);

  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(screen.queryByText(/^Last updated/)).toBeNull());
});

test('says why a page couldn’t be loaded, and has a button for the previous page', async () => {
  isDown = true;
  const { user } = open('/leads?page=2');
  expect(await screen.findByText('Couldn’t load leads')).toBeVisible();
  expect(screen.getByText('The service isn’t responding.')).toBeVisible();
  expect(screen.getByText(/^Tried at/)).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await range('1–20');
});

describe('editing in its row', () => {
  let amount = '5000.00';
  /** The changes that were sent, and whether somebody else is quicker with the next one. */
  let sent: unknown[] = [];
  let isQuicker = false;

  beforeEach(() => {
    allowPopovers();
    amount = '5000.00';
    sent = [];
    isQuicker = false;
    stubFetch((address, { method = 'GET', body }) => {
      if (method === 'PATCH') {
        sent.push(JSON.parse(typeof body === 'string' ? body : ''));
        if (isQuicker) {
          isQuicker = false;
          amount = '7000.00';
          const error = { error: 'Changed.', code: 'version-conflict' };
          return Response.json(error, { status: 412 });
        }
        amount = '9000.00';
      }
      const kea = { id: 'kea', fields: { firstName: 'Kea', amountRequested: Number(amount) } };
      return address.startsWith('/portal/leads?')
        ? [kea]
        : Response.json(kea, { headers: { etag: `"${amount}"` } });
    });
  });

  async function edit(role: 'broker' | 'support' = 'broker') {
    const own = fakeSession(role);
    function EditedPage() {
      const { search, onSearch } = useListSearch(leadSource.pageSchema, own.capabilities);
      return (
        <>
          <RecordsList records={leadType} session={own} {...{ search, onSearch }} />
          <Announcer />
        </>
      );
    }
    renderPage(<EditedPage />, own, '/leads');
    const user = userEvent.setup();
    await user.hover(await screen.findByRole('row', { name: /Kea/ }));
    const button = screen.queryByRole('button', { name: 'Edit Amount' });
    if (!button) return undefined;
    await user.click(button);
    const editor = within(await screen.findByRole('dialog', { name: 'Edit lead' }));
    const field = await editor.findByRole('textbox', { name: /^Amount requested/ });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.paste('9000');
    return { user, editor };
  }
  const link = () => screen.getByRole('link', { name: 'Kea' });

  test('Enter saves an amount, and the focus is on the row', async () => {
    const editing = await edit();
    await editing?.user.keyboard('{Enter}');
    await waitFor(() => expect(link()).toHaveFocus());
    expect(sent).toEqual([{ fields: { amountRequested: 9000 } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('Saved')).toBeInTheDocument();
  });

  test('Escape leaves the amount as it is', async () => {
    const editing = await edit();
    await editing?.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(link()).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('who was slower than somebody else chooses the amount that stays', async () => {
    const editing = await edit();
    isQuicker = true;
    await editing?.user.keyboard('{Enter}');
    expect(await editing?.editor.findByText(/Someone else changed this lead/)).toBeVisible();
    expect(editing?.editor.getAllByRole('radio')).toHaveLength(2);
  });

  test('support edits nothing', async () => {
    expect(await edit('support')).toBeUndefined();
  });
});
