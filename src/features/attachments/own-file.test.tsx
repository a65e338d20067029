import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { ListedAttachment } from '#contract/portal/attachments.ts';
import { addFiles, openAttachments, pdf } from '#src/testing/attachments-page.tsx';
import {
  attachmentService as service,
  startAttachmentService,
  storedAttachment,
} from '#src/testing/fake-attachment-service.ts';
import { stubFetch } from '#src/testing/stub-fetch.ts';

const hourMs = 60 * 60 * 1000;

let stored: ListedAttachment[];
let requests: string[];
/** What the service says to every change, if it rejects it. */
let rejection: Response | undefined;

startAttachmentService({ hasLists: false });
beforeEach(() => {
  stored = [];
  requests = [];
  rejection = undefined;
  stubFetch((path, { method = 'GET', body = '' }) => {
    if (method === 'GET') return stored;
    requests.push(`${method} ${path} ${typeof body === 'string' ? body : ''}`.trim());
    if (rejection) return rejection;
    if (method === 'DELETE') stored = [];
    else stored = stored.map((file) => ({ ...file, fields: { ...file.fields, type: 'Image' } }));
    return method === 'DELETE' ? new Response(null) : stored[0];
  });
});

function own(fields: Partial<ListedAttachment['fields']> = {}): ListedAttachment {
  const file = storedAttachment('a1', 'june.pdf', 9);
  const withdrawableUntil = new Date(Date.now() + hourMs).toISOString();
  return { ...file, fields: { ...file.fields, isOwn: true, withdrawableUntil, ...fields } };
}

test('the type of a file is corrected by who sent it', async () => {
  stored = [own()];
  const { user } = openAttachments();
  await user.click(await screen.findByRole('button', { name: 'Change type of june.pdf' }));
  await user.selectOptions(screen.getByLabelText('Type'), 'Image');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual(['PATCH /portal/attachments/a1 {"type":"Image"}']);
  expect(screen.getByText(/^Image · /)).toBeVisible();
});

test('a file is withdrawn after a question, and the focus goes on', async () => {
  stored = [own()];
  const { user } = openAttachments();
  await user.click(await screen.findByRole('button', { name: 'Remove june.pdf' }));
  expect(screen.getByRole('dialog', { name: 'Remove june.pdf?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(requests).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Remove june.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('june.pdf')).toBeNull());
  expect(requests).toEqual(['DELETE /portal/attachments/a1']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus());
});

test('a file that was uploaded in this visit does not come back after it is withdrawn', async () => {
  const { user } = openAttachments();
  await addFiles(user, pdf('june.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  await waitFor(() => expect(service.uploads).toHaveLength(1));
  stored = [own()];
  service.uploads[0]?.respond(200, own());
  await user.click(await screen.findByRole('button', { name: 'Remove june.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('june.pdf')).toBeNull());
  expect(service.uploads).toHaveLength(1);
});

test('a failure is said in the dialog, where the file can be removed again', async () => {
  stored = [own()];
  rejection = Response.json({ error: 'The service is busy.' }, { status: 503 });
  const { user } = openAttachments();
  await user.click(await screen.findByRole('button', { name: 'Remove june.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
  expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
});

test('after 24 hours the dialog says that it is too late, and no longer offers to withdraw', async () => {
  stored = [own()];
  const error = 'A file can be removed for 24 hours after it was sent. That time is over.';
  rejection = Response.json({ error, code: 'too-late-to-withdraw' }, { status: 409 });
  const { user } = openAttachments();
  await user.click(await screen.findByRole('button', { name: 'Remove june.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(error);
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Remove june.pdf?' })).toHaveFocus();
});

test('nothing is offered that the user may not do, or no longer', async () => {
  stored = [own({ withdrawableUntil: null })];
  openAttachments();
  await screen.findByRole('button', { name: 'Change type of june.pdf' });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('a file that somebody else sent cannot be changed', async () => {
  stored = [storedAttachment('a1', 'june.pdf', 9)];
  openAttachments();
  await screen.findByRole('link', { name: 'Download june.pdf' });
  expect(screen.queryByRole('button', { name: /june\.pdf/ })).toBeNull();
});
