import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import {
  advanceUntilReceived,
  button,
  created,
  fill,
  input,
  service,
  showFilled,
  startFakeService,
} from '#src/testing/new-lead-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

/** In front of an upstream service without support for idempotency keys. */
const showInFront = async () => showFilled(<Component />, { idempotency: false, contacts: false });

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
  service.responses = [created()];
  const user = await showInFront();
  expect(reference()).toMatch(/^P-\w{6}-\w{6}$/);
  expect(input('Your reference')).toHaveAccessibleDescription(/Filled in by the portal/);
  await fill(user, 'Your reference', 'Example 7');
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Submit another lead' }));
  await screen.findByRole('heading', { name: 'New lead' });
  expect(service.received[0]?.fields).toMatchObject({ partnerLeadReferenceId: 'Example 7' });
  expect(reference()).toMatch(/^P-/);
});

test('does not resend a lead whose outcome is unknown; the user can check again', async () => {
  service.responses = [undecided(), undecided(), created()];
  const user = await showInFront();
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We don’t know whether your lead was submitted. Your work is safe.The lender’s system gave no usable response.',
  );
  expect(input('First name')).toHaveValue('Morgan');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(service.received).toHaveLength(1);

  await fill(user, 'First name', 'Mo');
  await user.click(button('Check again'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/no usable response/);
  await user.click(button('Check again'));
  expect(await screen.findByText('Your lead was submitted as first entered.')).toBeInTheDocument();
  expect(service.received.slice(1)).toEqual([service.received[0], service.received[0]]);
});

test('submits as a new lead after a warning, with another key and reference', async () => {
  service.responses = [undecided(), created()];
  const user = await showInFront();
  const first = reference();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Submit as a new lead' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/will have this lead twice/);
  await user.click(button('Cancel'));
  expect(service.received).toHaveLength(1);

  await user.click(button('Submit as a new lead'));
  await user.click(button('Submit anyway'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  const [one, other] = service.received;
  expect(other?.key).not.toBe(one?.key);
  expect(one?.fields['partnerLeadReferenceId']).toBe(first);
  expect(other?.fields['partnerLeadReferenceId']).toMatch(/^P-/);
  expect(other?.fields['partnerLeadReferenceId']).not.toBe(first);
});

test('the outcome stays unknown if checking again is rejected', async () => {
  const noKey = () => Response.json({ error: 'Enter your API key.' }, { status: 403 });
  service.responses = [undecided(), noKey(), created()];
  const user = await showInFront();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Enter your API key.')).toBeInTheDocument();
  await user.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(new Set(service.received.map(({ key }) => key)).size).toBe(1);
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
  service.responses = Array.from({ length: 6 }, away);
  const user = await showInFront();
  await user.click(button('Submit lead'));
  await advanceUntilReceived(6);
  expect(await screen.findByRole('alert')).toHaveTextContent('The lead was not submitted.');
  expect(service.received).toHaveLength(6);

  // No key was used, so another tab of the draft cannot have used the next one.
  service.responses = [created()];
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(new Set(service.received.map(({ key }) => key)).size).toBe(1);
});

test('goes on with the next key if other content of the draft was rejected', async () => {
  const reused = { error: 'Other content.', code: 'idempotency-key-reused' };
  service.responses = [Response.json(reused, { status: 422 }), created()];
  const user = await showInFront();
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  const [first, second] = service.received.map(({ key }) => key);
  expect(second).toBe(`${first}.1`);
});

/** Waits until typed text is searched for. The results may come a bit later on a busy machine. */
const pause = async () => act(() => vi.advanceTimersByTimeAsync(2_000));
const expectPhoneSearched = async (phone: string) =>
  waitFor(() => expect(service.searched.at(-1)).toMatchObject({ phone }));

const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();

test('points out leads for the same client, and apart those with only the same phone', async () => {
  const leadOf = (client: string, id: string, status = 'New') => ({
    lead: { id, client, status, createdAt: threeDaysAgo },
  });
  service.clientLeads = [
    { reasons: ['phone'], ...leadOf('Ari Sample, Rata Roofing', 'lead-8') },
    {
      reasons: ['phone', 'email', 'client'],
      ...leadOf('Morgan Example, Fernbank', 'lead-7', 'Attempting Contact'),
    },
    { reasons: ['phone'], ...leadOf('Jo Sample, Rimu Roofing', 'lead-6') },
  ];
  await showFilled(<Component />);
  await pause();
  const link = await screen.findByText('Morgan Example, Fernbank');
  expect(link).toHaveAttribute('href', '/leads/lead-7');
  expect(link.closest('[role=status]')).toHaveTextContent(
    /^You already have a lead for this client\s*Morgan Example, Fernbank, submitted 3 days ago, status Attempting Contact, with the same phone, email, name and company$/,
  );
  for (const client of ['Ari Sample, Rata Roofing', 'Jo Sample, Rimu Roofing'])
    expect(screen.getByText(client).closest('[role=status]')).toHaveTextContent(
      /^You already have leads with this phone/,
    );
});

test('searches for a national phone of the chosen country while it is typed', async () => {
  const user = await showFilled(<Component />);
  await fill(user, 'Phone', '0491 570 156');
  await pause();
  await expectPhoneSearched('+61 491 570 156');
  await user.clear(input('Phone'));
  await user.selectOptions(screen.getByLabelText('Phone: country'), 'NZ');
  await fill(user, 'Phone', '021 555 0123');
  await pause();
  await expectPhoneSearched('+64 21 555 0123');
  expect(input('Phone')).toHaveValue('021 555 0123');
});

test('of a colleague’s lead only says that there is one, and whom to ask', async () => {
  service.clientLeads = [{ reasons: ['phone', 'email'], lead: null }];
  const user = await showFilled(<Component />);
  await user.clear(input('Email'));
  await pause();
  await screen.findByText('Your company already has a lead with this phone and email');
  const message = screen.getByText(/ask your admin about it/);
  // The next typed field says more about the same client.
  await fill(user, 'Email', 'morgan@fernbank.test');
  await pause();
  expect(service.searched.at(-1)).toMatchObject({ email: 'morgan@fernbank.test' });
  expect(message).toBeInTheDocument();
  expect(button('Submit lead')).toBeEnabled();
});

test('proposes the broker details of the last lead, once shown, with one click and back', async () => {
  const callOnBehalfOf = 'The broker desk';
  const broker = { brokerContactName: 'Sam Tester', brokerContactNumber: '+61491570156' };
  service.brokerDetails = { callOnBehalfOf, ...broker };
  service.clientLeads = [{ reasons: ['client'], lead: null }];
  const user = await showFilled(<Component />, { duplicateLeads: false });
  await pause();
  await screen.findByText('Broker contact name: Sam Tester');
  screen.getByText('Broker details of your last lead');
  screen.getByText('Broker contact phone: +61 491 570 156');
  screen.getByText('Call on behalf of: The broker desk');
  // Without leads of its own, the portal searches for none.
  expect(service.searched).toEqual([]);
  expect(screen.queryByText(/^Your company already/)).not.toBeInTheDocument();
  button('Use these details').focus();
  await user.keyboard('{Enter}');
  expect(input('Broker contact name')).toHaveValue('Sam Tester');
  expect(input('Call on behalf of')).toHaveValue(callOnBehalfOf);
  screen.getByText('The broker details of your last lead are used.');
  // Submitted in another tab: the suggestion here stays unchanged, and can be undone.
  service.brokerDetails = { callOnBehalfOf: 'Somebody else' };
  document.dispatchEvent(new Event('visibilitychange'));
  await pause();
  expect(button('Undo')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(button('Use these details')).toHaveFocus();
  expect(input('Broker contact name')).toHaveValue('');
  await fill(user, 'Broker contact name', 'Mere');
  expect(screen.queryByText('Use these details')).not.toBeInTheDocument();

  // The next form has those of the lead that was submitted last.
  service.responses = [created()];
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Submit another lead' }));
  await screen.findByText('Call on behalf of: Somebody else');
  expect(screen.queryByText('Broker contact name: Sam Tester')).not.toBeInTheDocument();
});
