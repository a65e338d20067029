import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { addFiles, pdf } from '#src/testing/attachments-page.tsx';
import { attachmentService, startAttachmentService } from '#src/testing/fake-attachment-service.ts';
import {
  button,
  created,
  input,
  service,
  showFilled,
  startFakeService,
} from '#src/testing/new-lead-page.tsx';
import { fakeSession } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService({ hasFakeClock: false });
startAttachmentService({ hasLists: false });

const uploads = () => attachmentService.uploads.map(({ leadId, fileName }) => [leadId, fileName]);

test('a rejected lead keeps its files; they are sent to the lead, and go when another is begun', async () => {
  const user = await showFilled(<Component />, fakeSession('broker'));
  await addFiles(user, pdf('june.pdf'), new File([], 'empty.pdf'));
  await screen.findByText('This file is empty.');
  await screen.findByLabelText('Type of june.pdf');
  await user.click(button('Submit lead'));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('empty.pdf: This file is empty. Remove it to submit the lead.');
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
  const user = await showFilled(<Component />, fakeSession('broker'));
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
  // Its check ends after the response, and nobody has to send it.
  checked.resolve(await pdf('slow.pdf').arrayBuffer());
  await screen.findByRole('progressbar', { name: 'Uploading slow.pdf' });
  expect(uploads()).toEqual([
    ['lead-1', 'june.pdf'],
    ['lead-1', 'slow.pdf'],
  ]);
});
