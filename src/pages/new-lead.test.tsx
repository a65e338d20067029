import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { addFiles, pdf } from '#src/testing/attachments-page.tsx';
import { attachmentService, startAttachmentService } from '#src/testing/fake-attachment-service.ts';
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

const rejected = () =>
  Response.json(
    { error: 'One field has to be corrected.', fields: { phone: 'Use another phone.' } },
    { status: 400 },
  );

test('submits a lead, then offers its links and attachments', async () => {
  service.responses = [created()];
  const user = await showFilled(<Component />);
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
  const user = await showFilled(<Component />);
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
  const user = await showFilled(<Component />);
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
  const user = await showFilled(<Component />);
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
  const user = await showFilled(<Component />);
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
  const user = await showFilled(<Component />);
  const business = () => screen.getByRole('region', { name: 'Business' });
  expect(business()).toContainElement(input('ABN'));
  await user.selectOptions(screen.getByRole('combobox', { name: /^Where/ }), 'New Zealand');
  expect(business()).toContainElement(input('NZBN'));
  expect(business()).not.toContainElement(document.getElementById('abn'));
});

test('the country of the business follows the client’s phone, until one is chosen or a number filled in', async () => {
  const user = await showFilled(<Component />);
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

describe('files', () => {
  startAttachmentService({ hasLists: false });
  beforeEach(() => void vi.useRealTimers());
  const uploads = () => attachmentService.uploads.map(({ leadId, fileName }) => [leadId, fileName]);

  test('a rejected lead keeps its files; they are sent to the lead, and go when another is started', async () => {
    const user = await showFilled(<Component />);
    await addFiles(user, pdf('june.pdf'), new File([], 'empty.pdf'));
    await screen.findByText('This file is empty.');
    await screen.findByLabelText('Type of june.pdf');
    await user.click(button('Submit lead'));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent(
      'empty.pdf: This file is empty. Remove it to submit the lead.',
    );
    await user.click(within(summary).getByRole('link'));
    expect(button('Remove empty.pdf')).toHaveFocus();
    await user.click(button('Remove empty.pdf'));
    expect(summary).not.toBeInTheDocument();
    expect(service.received).toEqual([]);

    service.responses = [Response.json({ error: 'Not today.' }, { status: 400 }), created()];
    await user.click(button('Submit lead'));
    expect(await screen.findByText('Not today.')).toBeInTheDocument();
    expect(uploads()).toEqual([]);
    await user.click(button('Submit lead'));
    expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toHaveFocus();
    expect(uploads()).toEqual([['lead-1', 'june.pdf']]);

    await user.click(button('Submit another lead'));
    const question = await screen.findByRole('dialog');
    expect(question).toHaveTextContent('1 file not uploaded yet. It is lost if you leave.');
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    expect(attachmentService.uploads[0]?.isAborted).toBe(true);
    expect(input('First name')).toHaveValue('');
    expect(screen.getByRole('region', { name: 'Files' })).toHaveTextContent('optional');
  });

  test('files added while the lead is being submitted are shown with it, and sent', async () => {
    const user = await showFilled(<Component />);
    const { promise, resolve } = Promise.withResolvers<Response>();
    service.responses = [promise];
    await user.click(button('Submit lead'));
    await waitFor(() => expect(service.received).toHaveLength(1));
    const slow = pdf('slow.pdf');
    const checked = Promise.withResolvers<ArrayBuffer>();
    slow.slice = () => Object.assign(new Blob(), { arrayBuffer: async () => checked.promise });
    await addFiles(user, pdf('june.pdf'), slow);
    await screen.findByLabelText('Type of june.pdf');
    resolve(created());
    await screen.findByRole('heading', { name: 'Lead submitted' });
    await screen.findByRole('progressbar', { name: 'Uploading june.pdf' });
    expect(uploads()).toEqual([['lead-1', 'june.pdf']]);
    // Its check ends after the response; then it is sent by itself.
    checked.resolve(await pdf('slow.pdf').arrayBuffer());
    await screen.findByRole('progressbar', { name: 'Uploading slow.pdf' });
    expect(uploads()).toEqual([
      ['lead-1', 'june.pdf'],
      ['lead-1', 'slow.pdf'],
    ]);
  });
});
