import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sessionQuery, type useSession } from '#src/api/session.ts';

import { Component } from './new-lead.tsx';

// Does not check the visibility of a thousand elements in every query, which would take seconds.
configure({ defaultHidden: true });

type Session = ReturnType<typeof useSession>;

const session: Session = {
  account: { id: 'a1', email: 'broker@harbour.test', name: 'Sam Tester', role: 'broker' },
  partner: { id: 'p1', name: 'Harbour Finance' },
  contact: { id: 'c1', firstName: 'Sam', lastName: 'Tester' },
  capabilities: {
    count: true,
    search: true,
    sort: true,
    etag: true,
    idempotency: true,
    attachmentList: true,
    dealLead: true,
    liveChanges: false,
    duplicateLeads: true,
    contacts: true,
    maxPageSize: 100,
  },
  needsApiKey: false,
};

/**
 * The responses of the fake service, and the requests that it received. Each lead request takes the
 * next response; a request with the response `lost` fails.
 */
type Answer = Response | 'lost';
let responses: Answer[] = [];
let received: { method: string; key: string | null; fields: Record<string, unknown> }[] = [];

function serve(input: string, init: RequestInit = {}): Promise<Response> {
  if (input === '/portal/access-token')
    return Promise.resolve(Response.json({ accessToken: 't', expiresAt: '2999-01-01T00:00:00Z' }));
  const { method = 'GET', headers, body } = init;
  const { fields } = JSON.parse(typeof body === 'string' ? body : '{}');
  received.push({ method, key: new Headers(headers).get('idempotency-key'), fields });
  const response = responses.shift() ?? 'lost';
  return response === 'lost' ? Promise.reject(new TypeError('lost')) : Promise.resolve(response);
}

const created = () =>
  Response.json({
    id: 'lead-1',
    fields: {
      bankStatementsUpdateLink: 'https://bank.test/lead-1',
      applicationLink: '',
      partnerLeadReferenceId: '',
    },
  });
const rejected = () =>
  Response.json(
    { error: 'One field has to be corrected.', fields: { phone: 'Use another phone.' } },
    { status: 400 },
  );

beforeEach(() => {
  responses = [];
  received = [];
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('scrollTo', () => {});
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the control with this label, whether it is marked optional or not. */
const input = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( optional)?$`));
const button = (name: string) => screen.getByRole('button', { name });

async function fill(user: UserEvent, label: string, text: string) {
  await user.clear(input(label));
  await user.click(input(label));
  await user.paste(text);
}

async function showFilled(
  role: Session['account']['role'] = 'broker',
  capabilities: Partial<Session['capabilities']> = {},
) {
  const queryClient = new QueryClient();
  const who: Session = {
    ...session,
    account: { ...session.account, role },
    capabilities: { ...session.capabilities, ...capabilities },
  };
  queryClient.setQueryData(sessionQuery.queryKey, who);
  const router = createMemoryRouter([{ path: '/', element: <Component /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  if (role === 'support') return user;
  await fill(user, 'First name', 'Morgan');
  await fill(user, 'Last name', 'Example');
  await fill(user, 'Phone', '0491 570 006');
  await fill(user, 'Company name', 'Fernbank Pty Ltd');
  return user;
}

test('submits a lead, then offers its links and attachments', async () => {
  responses = [created()];
  const user = await showFilled();
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toHaveFocus();
  expect(received).toEqual([
    {
      method: 'POST',
      key: expect.any(String),
      fields: {
        firstName: 'Morgan',
        lastName: 'Example',
        phone: '+61491570006',
        companyName: 'Fernbank Pty Ltd',
      },
    },
  ]);
  expect(button('Copy bank statements link')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add files' })).toHaveAttribute(
    'href',
    '/leads/lead-1#attachments',
  );
  await user.click(button('Submit another lead'));
  expect(input('First name')).toHaveValue('');
});

test('sends the same lead with the same key after lost responses and repeated clicks', async () => {
  responses = ['lost', new Response(null, { status: 503 }), created()];
  const user = await showFilled();
  for (let click = 0; click < 5; click += 1) await user.click(button('Submit lead'));
  expect(
    screen.getByText('Still trying… You won’t get a duplicate lead.', { selector: 'form *' }),
  ).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
});

test('after a stop, sends the first content again; the changes can be saved afterwards', async () => {
  responses = ['lost'];
  const user = await showFilled();
  await user.click(button('Submit lead'));
  await user.click(button('Stop'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/don’t know whether/);

  await fill(user, 'Email', 'morgan@example.test');
  responses = [created(), Response.json({})];
  await user.click(button('Try again'));
  expect(await screen.findByText('Your lead was submitted as first entered.')).toBeInTheDocument();
  expect(received[1]).toEqual(received[0]);

  await user.click(button('Save changes'));
  expect(received[2]).toMatchObject({
    method: 'PATCH',
    fields: { email: 'morgan@example.test' },
  });
});

test('keeps the input of a rejected lead, and sends the corrected lead with a new key', async () => {
  responses = [rejected(), created()];
  const user = await showFilled();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('link', { name: 'Phone: Use another phone.' }));
  expect(input('Phone')).toHaveFocus();
  await fill(user, 'Phone', '0491 570 156');
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(received[1]?.key).not.toBe(received[0]?.key);
  expect(received[1]?.fields).toMatchObject({ firstName: 'Morgan', phone: '+61491570156' });
});

test('opens a folded section that has an error', async () => {
  const user = await showFilled();
  await user.click(screen.getByText('More about the client'));
  await fill(user, 'Date of birth', 'spring');
  await user.click(screen.getByText('More about the client'));
  await user.click(button('Submit lead'));
  const link = await screen.findByRole('link', { name: /^Date of birth:/ });
  expect(input('Date of birth')).toBeVisible();
  await user.click(link);
  expect(input('Date of birth')).toHaveFocus();
  expect(received).toEqual([]);
});

test('shows the business numbers of the business’s country first', async () => {
  const user = await showFilled();
  const business = () => screen.getByRole('region', { name: 'Business' });
  expect(business()).toContainElement(input('ABN'));
  await user.selectOptions(screen.getByRole('combobox', { name: /^Where/ }), 'New Zealand');
  expect(business()).toContainElement(input('NZBN'));
  expect(business()).not.toContainElement(document.getElementById('abn'));
});

test('tells support staff that they can’t submit leads', async () => {
  await showFilled('support');
  expect(screen.getByText('Support staff can’t submit leads')).toBeInTheDocument();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

/** In front of an upstream service without support for idempotency keys. */
const showInFront = async () => showFilled('broker', { idempotency: false, contacts: false });

const reference = () => input('Your reference').value;

/** The portal’s response if the outcome of a lead at the upstream service is unknown. */
const undecided = () =>
  Response.json(
    {
      error: 'The lender’s system gave no usable response.',
      submission: { outcome: 'unknown', reference: 'P-1', sentAt: new Date().toISOString() },
    },
    { status: 409 },
  );

test('in front of an existing service, fills in a reference that the user can change', async () => {
  responses = [created()];
  const user = await showInFront();
  expect(reference()).toMatch(/^P-\w{6}-\w{6}$/);
  expect(input('Your reference')).toHaveAccessibleDescription(/Filled in by the portal/);
  await fill(user, 'Your reference', 'Example 7');
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Submit another lead' }));
  expect(received[0]?.fields).toMatchObject({ partnerLeadReferenceId: 'Example 7' });
  expect(reference()).toMatch(/^P-/);
});

test('does not resend a lead whose outcome is unknown; the user can check again', async () => {
  responses = [undecided(), undecided(), created()];
  const user = await showInFront();
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We don’t know whether your lead was submitted. Your work is safe.The lender’s system gave no usable response.',
  );
  expect(input('First name')).toHaveValue('Morgan');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(received).toHaveLength(1);

  await fill(user, 'First name', 'Mo');
  await user.click(button('Check again'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/no usable response/);
  await user.click(button('Check again'));
  expect(await screen.findByText('Your lead was submitted as first entered.')).toBeInTheDocument();
  expect(received.slice(1)).toEqual([received[0], received[0]]);
});

test('submits as a new lead after a warning, with another key and reference', async () => {
  responses = [undecided(), created()];
  const user = await showInFront();
  const first = reference();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Submit as a new lead' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/will have this lead twice/);
  await user.click(button('Cancel'));
  expect(received).toHaveLength(1);

  await user.click(button('Submit as a new lead'));
  await user.click(button('Submit anyway'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  const [one, other] = received;
  expect(other?.key).not.toBe(one?.key);
  expect(one?.fields['partnerLeadReferenceId']).toBe(first);
  expect(other?.fields['partnerLeadReferenceId']).toMatch(/^P-/);
  expect(other?.fields['partnerLeadReferenceId']).not.toBe(first);
});

test('the outcome stays unknown if checking again is rejected', async () => {
  const noKey = () => Response.json({ error: 'Enter your API key.' }, { status: 403 });
  responses = [undecided(), noKey(), created()];
  const user = await showInFront();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Enter your API key.')).toBeInTheDocument();
  await user.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
});

test('says that nothing was submitted if the service stays unreachable', async () => {
  const away = () =>
    Response.json(
      {
        error: 'The lead was not submitted.',
        submission: { outcome: 'not-sent', reference: 'P-1', sentAt: '' },
      },
      { status: 503 },
    );
  responses = Array.from({ length: 6 }, away);
  const user = await showInFront();
  await user.click(button('Submit lead'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByRole('alert')).toHaveTextContent('The lead was not submitted.');
  expect(received).toHaveLength(6);
  expect(button('Submit lead')).toBeInTheDocument();
});
