import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { sessionQuery } from '#src/api/session.ts';
import { addFiles, pdf } from '#src/testing/attachments-page.tsx';
import {
  attachmentService as service,
  startAttachmentService,
} from '#src/testing/fake-attachment-service.ts';
import { fakeSession } from '#src/testing/render-page.tsx';
import { renderWithRoutes } from '#src/testing/render.tsx';

import { fileErrors, NewLeadFiles, SubmittedLeadFiles } from './new-lead-files.tsx';
import { useUploads } from './use-uploads.ts';

startAttachmentService();

/** The files of a form, with a button in the place of the rest of it. */
function Form() {
  const [leadId, setLeadId] = useState<string>();
  const waiting = useUploads(leadId);
  const handleSubmit = () => {
    waiting.dispatch({ type: 'confirmed' });
    setLeadId('lead');
  };
  if (leadId !== undefined) return <SubmittedLeadFiles leadId={leadId} waiting={waiting} />;
  return (
    <>
      <ul aria-label="Errors">
        {fileErrors(waiting.uploads).map(({ fieldId, text }) => (
          <li key={fieldId}>{text}</li>
        ))}
      </ul>
      <NewLeadFiles waiting={waiting} />
      <button onClick={handleSubmit}>Submit lead</button>
    </>
  );
}

function show(capabilities: Partial<Capabilities> = {}) {
  renderWithRoutes(<Form />, [[sessionQuery.queryKey, fakeSession('broker', capabilities)]]);
  return userEvent.setup({ applyAccept: false });
}

const errors = () => [...screen.getByRole('list', { name: 'Errors' }).children];
const submit = () => screen.getByRole('button', { name: 'Submit lead' });

test('files wait for the lead, are sent in their order, and a failed one is sent again', async () => {
  const user = show();
  await addFiles(user, pdf('june.pdf'), pdf('passport.pdf'), pdf('july.pdf'));
  await user.selectOptions(await screen.findByLabelText('Type of july.pdf'), 'Image');
  expect(screen.getByText(/Files upload when you submit/)).toBeVisible();
  expect(service.uploads).toEqual([]);

  await user.click(submit());
  service.uploads[0]?.store('a1');
  service.uploads[1]?.respond(413, { error: 'Too large.', code: 'file-too-large' });
  const problem = 'Your lead is submitted, but 1 file could not be attached.';
  expect(await screen.findByText(problem)).toBeVisible();
  await screen.findByRole('progressbar', { name: 'Uploading july.pdf' });
  service.uploads[2]?.store('a3');
  await user.click(screen.getByRole('button', { name: 'Retry passport.pdf' }));
  service.uploads[3]?.store('a2');
  expect(await screen.findByRole('link', { name: 'Download passport.pdf' })).toBeVisible();
  expect(screen.queryByText(problem)).toBeNull();
  expect(service.uploads.map(({ leadId, fileName, type }) => [leadId, fileName, type])).toEqual([
    ['lead', 'june.pdf', 'Bank Statements'],
    ['lead', 'passport.pdf', 'Proof of Identity or ID'],
    ['lead', 'july.pdf', 'Image'],
    ['lead', 'passport.pdf', 'Proof of Identity or ID'],
  ]);
  expect(service.uploads[3]?.headers['idempotency-key']).toBe(
    service.uploads[1]?.headers['idempotency-key'],
  );
});

test('a lost response says that the lead exists, and that the file may have arrived', async () => {
  const user = show({ idempotency: false });
  await addFiles(user, pdf('june.pdf'));
  await screen.findByLabelText('Type of june.pdf');
  await user.click(submit());
  act(() => service.uploads[0]?.progress(1));
  service.uploads[0]?.respond(502, { error: 'A problem.', code: 'upstream-failed' });
  expect(
    await screen.findByText('Your lead is submitted, but 1 file may not have arrived.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again june.pdf' })).toBeVisible();
});

test('a file that is being checked, cannot be sent or has no name is an error of the form', async () => {
  const user = show();
  const slow = pdf('slow.pdf');
  const read = Promise.withResolvers<ArrayBuffer>();
  slow.slice = () => Object.assign(new Blob(), { arrayBuffer: async () => read.promise });
  await addFiles(user, pdf('june.pdf'), new File([], 'empty.pdf'), slow);
  await user.clear(await screen.findByLabelText('Name of june.pdf, without its ending'));
  await screen.findByText('This file is empty.');
  expect(errors().map((error) => error.textContent)).toEqual([
    'june.pdf: Enter a name.',
    'empty.pdf: This file is empty. Remove it to submit the lead.',
    'slow.pdf: Still being checked. Submit again in a moment.',
  ]);

  await user.click(screen.getByRole('button', { name: 'Remove empty.pdf' }));
  expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus();
  await user.type(screen.getByLabelText('Name of june.pdf, without its ending'), 'June');
  await user.click(screen.getByRole('button', { name: 'Remove slow.pdf' }));
  expect(errors()).toEqual([]);
  await user.click(submit());
  expect(service.uploads.map(({ fileName }) => fileName)).toEqual(['June.pdf']);
});
