import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { ServiceError } from '#src/api/service-error.ts';
import { addFiles, pdf } from '#src/testing/attachments-page.tsx';
import { attachmentService, resetAttachmentService } from '#src/testing/fake-attachment-service.ts';
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

vi.mock('#src/api/attachments.ts', async (original) => {
  const { fakeAttachmentsApi } = await import('#src/testing/fake-attachment-service.ts');
  return { ...(await original<object>()), ...fakeAttachmentsApi };
});

startFakeService({ hasFakeClock: false });
beforeEach(resetAttachmentService);

const uploads = () =>
  attachmentService.uploads.map(({ leadId, fileName, type }) => [leadId, fileName, type]);

/** Attaches the file of an upload, by its number. */
const attach = async (upload: number) =>
  act(async () => attachmentService.responses[upload]?.resolve(`a${upload}`));

const attachments = () => screen.getByRole('region', { name: 'Attachments' });

const rejected = () =>
  Response.json(
    { error: 'One field has to be corrected.', fields: { phone: 'Use another phone.' } },
    { status: 400 },
  );

test('files are sent right after the lead, in their order; a failed one is retried there', async () => {
  const user = await showFilled(<Component />, fakeSession('broker'));
  await addFiles(user, pdf('june.pdf'), pdf('passport.pdf'), pdf('july.pdf'));
  await user.selectOptions(await screen.findByLabelText('Type of july.pdf'), 'Image');
  expect(attachments()).toHaveTextContent('files aren’t saved with the draft');
  expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();

  // A rejection keeps the files, and nothing is sent before there is a lead.
  service.responses = [rejected(), created()];
  await user.click(button('Submit lead'));
  await screen.findByRole('link', { name: 'Phone: Use another phone.' });
  expect(attachments()).toHaveTextContent('3 files');
  expect(uploads()).toEqual([]);

  await fill(user, 'Phone', '+61 491 570 156');
  await user.click(button('Submit lead'));
  expect(await screen.findByRole('heading', { name: 'Lead submitted' })).toHaveFocus();
  expect(uploads()).toEqual([
    ['lead-1', 'june.pdf', 'Bank Statements'],
    ['lead-1', 'passport.pdf', 'Proof of Identity or ID'],
  ]);
  expect(screen.queryByRole('link', { name: 'Add files' })).toBeNull();

  // While a file is on its way, another lead is begun only after a question.
  await user.click(button('Submit another lead'));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('3 files not uploaded yet. They are lost if you leave.');
  await user.click(within(question).getByRole('button', { name: 'Stay' }));

  await attach(0);
  const lost = new ServiceError(0, 'unreachable', 'The connection was lost.');
  await act(async () => attachmentService.responses[1]?.reject(lost));
  expect(
    await screen.findByText('Your lead is submitted, but 1 file may not be attached.'),
  ).toBeVisible();
  await screen.findByRole('link', { name: 'Download june.pdf' });
  expect(uploads()[2]).toEqual(['lead-1', 'july.pdf', 'Image']);
  await attach(2);
  await user.click(button('Retry passport.pdf'));
  const [, failed, , retried] = attachmentService.uploads;
  expect(retried?.idempotencyKey).toBe(failed?.idempotencyKey);
  await attach(3);
  await screen.findByRole('link', { name: 'Download passport.pdf' });
  expect(screen.queryByText(/may not be attached/)).toBeNull();

  await user.click(button('Submit another lead'));
  expect(input('First name')).toHaveValue('');
  expect(attachments()).toHaveTextContent(/^Attachmentsoptional/);
});

test('a file that cannot be sent is an error of the form, and nothing is lost by it', async () => {
  const user = await showFilled(<Component />, fakeSession('broker'));
  await addFiles(user, pdf('june.pdf'), new File([], 'empty.pdf'));
  await fill(user, 'Name of june.pdf, without its ending', ' ');
  await fill(user, 'Phone', '');
  await user.click(button('Submit lead'));
  const summary = () => screen.getByRole('alert');
  expect(summary()).toHaveFocus();
  expect(
    within(summary())
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Phone: Enter a phone number.',
    'june.pdf: Enter a name.',
    'empty.pdf: This file is empty. Remove it to submit the lead.',
  ]);
  await user.click(within(summary()).getByRole('link', { name: /^empty/ }));
  expect(document.activeElement).toHaveTextContent('empty.pdf');

  await user.click(button('Remove empty.pdf'));
  expect(button('Add files')).toHaveFocus();
  await fill(user, 'Name of june.pdf, without its ending', 'June');
  await fill(user, 'Phone', '+61 491 570 156');
  expect(screen.queryByRole('alert')).toBeNull();
  service.responses = [created()];
  await user.click(button('Submit lead'));
  await screen.findByRole('heading', { name: 'Lead submitted' });
  expect(uploads()).toEqual([['lead-1', 'June.pdf', 'Bank Statements']]);
  await attach(0);
  expect(await screen.findByRole('link', { name: 'Download June.pdf' })).toBeVisible();
});
