import { act, screen } from '@testing-library/react';
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
import { fakeSession } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

/** In front of an upstream service without support for idempotency keys. */
const showInFront = async () =>
  showFilled(<Component />, fakeSession('broker', { idempotency: false, contacts: false }));

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
