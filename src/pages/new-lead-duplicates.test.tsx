import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import {
  button,
  created,
  fill,
  input,
  service,
  showFilled,
  startFakeService,
} from '#src/testing/new-lead-page.tsx';
import { fakeSession } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

/** Until what is typed is searched for. What is found is there somewhat later on a busy machine. */
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
  await showFilled(<Component />, fakeSession('broker'));
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
  const user = await showFilled(<Component />, fakeSession('broker'));
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
  const user = await showFilled(<Component />, fakeSession('broker'));
  await user.clear(input('Email'));
  await pause();
  await screen.findByText('Your company already has a lead with this phone and email');
  const asked = screen.getByText(/ask your admin about it/);
  // What is typed next says more about the same client.
  await fill(user, 'Email', 'morgan@fernbank.test');
  await pause();
  expect(service.searched.at(-1)).toMatchObject({ email: 'morgan@fernbank.test' });
  expect(asked).toBeInTheDocument();
  expect(button('Submit lead')).toBeEnabled();
});

test('proposes the broker details of the last lead, once shown, with one click and back', async () => {
  const callOnBehalfOf = 'The broker desk';
  const broker = { brokerContactName: 'Sam Tester', brokerContactNumber: '+61491570156' };
  service.brokerDetails = { callOnBehalfOf, ...broker };
  service.clientLeads = [{ reasons: ['client'], lead: null }];
  const session = fakeSession('broker', { duplicateLeads: false });
  const user = await showFilled(<Component />, session);
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
  // Submitted in another tab: what is offered here stays as it is shown, and can be undone.
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
