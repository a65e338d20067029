import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

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
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

const showBroker = async () => showFilled(<Component />, fakeSession('broker'));

const rejected = () =>
  Response.json(
    { error: 'One field has to be corrected.', fields: { phone: 'Use another phone.' } },
    { status: 400 },
  );

test('submits a lead, then offers its links and attachments', async () => {
  service.responses = [created()];
  const user = await showBroker();
  await user.click(button('Submit lead'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Lead submitted' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).toBe('Lead submitted · Partner portal');
  expect(service.received).toEqual([
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
  expect(button('Copy Bank statement link for the client')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add files' })).toHaveAttribute(
    'href',
    '/leads/lead-1#attachments',
  );
  await user.click(button('Submit another lead'));
  await screen.findByRole('heading', { level: 1, name: 'New lead' });
  expect(input('First name')).toHaveValue('');
  expect(document.title).toBe('New lead · Partner portal');
});

test('sends the same lead with the same key after lost responses and repeated clicks', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  service.responses = ['lost', new Response(null, { status: 503 }), promise];
  const user = await showBroker();
  for (let click = 0; click < 5; click += 1) await user.click(button('Submit lead'));
  await screen.findByText('Still trying… You won’t get a duplicate lead.', { selector: 'form *' });
  await advanceUntilReceived(3);
  resolve(created());
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(service.received).toHaveLength(3);
  expect(new Set(service.received.map(({ key }) => key)).size).toBe(1);
});

test('after a stop, sends the first content again; the changes can be saved afterwards', async () => {
  service.responses = ['lost'];
  const user = await showBroker();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/don’t know whether/);

  await fill(user, 'Email', 'morgan@example.test');
  service.responses = [created(), Response.json({})];
  await user.click(button('Try again'));
  expect(await screen.findByText('Your lead was submitted as first entered.')).toBeInTheDocument();
  const [first, ...again] = service.received;
  expect(again).not.toEqual([]);
  for (const request of again) expect(request).toEqual(first);

  await user.click(button('Save changes'));
  await waitFor(() =>
    expect(service.received.at(-1)).toMatchObject({
      method: 'PATCH',
      fields: { email: 'morgan@example.test' },
    }),
  );
  expect(await screen.findByText('Your changes are saved too.')).toBeInTheDocument();
});

test('keeps the input of a rejected lead, and sends the corrected lead with a new key', async () => {
  service.responses = [rejected(), created()];
  const user = await showBroker();
  await user.click(button('Submit lead'));
  await user.click(await screen.findByRole('link', { name: 'Phone: Use another phone.' }));
  expect(input('Phone')).toHaveFocus();
  await fill(user, 'Phone', '0491 570 156');
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toBeInTheDocument();
  expect(service.received[1]?.key).not.toBe(service.received[0]?.key);
  expect(service.received[1]?.fields).toMatchObject({ firstName: 'Morgan', phone: '+61491570156' });
});

test('opens a collapsed section that has an error', async () => {
  const user = await showBroker();
  await user.click(screen.getByText('More about the client'));
  await fill(user, 'Date of birth', 'spring');
  await user.click(screen.getByText('More about the client'));
  await user.click(button('Submit lead'));
  const link = await screen.findByRole('link', { name: /^Date of birth:/ });
  expect(input('Date of birth')).toBeVisible();
  await user.click(link);
  expect(input('Date of birth')).toHaveFocus();
  expect(service.received).toEqual([]);
});

test('shows the business numbers of the business’s country first', async () => {
  const user = await showBroker();
  const business = () => screen.getByRole('region', { name: 'Business' });
  expect(business()).toContainElement(input('ABN'));
  await user.selectOptions(screen.getByRole('combobox', { name: /^Where/ }), 'New Zealand');
  expect(business()).toContainElement(input('NZBN'));
  expect(business()).not.toContainElement(document.getElementById('abn'));
});

test('the country of the business follows the client’s phone, until one is chosen or a number filled in', async () => {
  const user = await showBroker();
  const country = () => screen.getByRole('combobox', { name: /^Where/ });
  expect(country()).toHaveValue('AU');
  await fill(user, 'Phone', '+64 21 123 4567');
  expect(country()).toHaveValue('NZ');
  await fill(user, 'NZBN', '9429');
  await fill(user, 'Phone', '+65 6123 4567');
  expect(country()).toHaveValue('NZ');
  await fill(user, 'NZBN', ' ');
  expect(country()).toHaveValue('SG');
  await user.selectOptions(country(), 'Australia');
  await fill(user, 'Phone', '+64 21 123 4568');
  expect(country()).toHaveValue('AU');
});

test('tells support staff that they can’t submit leads', async () => {
  renderPage(<Component />, fakeSession('support'));
  expect(screen.getByText('Support staff can’t submit leads')).toBeInTheDocument();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});
