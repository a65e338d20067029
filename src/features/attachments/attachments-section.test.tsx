import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';

import type { ListedAttachment } from '#contract/portal/attachments.ts';
import { addFiles, openAttachments, pdf } from '#src/testing/attachments-page.tsx';
import {
  attachmentService as service,
  startAttachmentService,
  storedAttachment,
} from '#src/testing/fake-attachment-service.ts';
import { stubFetch } from '#src/testing/stub-fetch.ts';

startAttachmentService();

test('files get a guessed type, are confirmed with one key, uploaded, and then listed', async () => {
  const { user } = openAttachments();
  await screen.findByRole('button', { name: 'Add files' });
  await addFiles(user, pdf('statements-june.pdf'), pdf('passport.pdf'));
  const send = await screen.findByRole('button', { name: 'Upload 2 files' });
  expect(screen.getByLabelText('Type of passport.pdf')).toHaveValue('Proof of Identity or ID');
  expect(screen.getAllByText(/type guessed from the name/)).toHaveLength(2);
  expect(screen.getByText(/2 not sent yet/)).toBeVisible();
  expect(service.uploads).toEqual([]);

  expect(send).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(service.uploads.map((upload) => [upload.fileName, upload.type])).toEqual([
    ['statements-june.pdf', 'Bank Statements'],
    ['passport.pdf', 'Proof of Identity or ID'],
  ]);
  service.uploads[0]?.store('a1');
  service.uploads[1]?.store('a2');
  const link = await screen.findByRole('link', { name: 'Download passport.pdf' });
  expect(link).toHaveAttribute('href', '/portal/attachments/a2/file');
  expect(screen.getByText('2 sent')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull());
});

test('the name of a file can be changed but not its extension; a chosen type needs no confirmation', async () => {
  const { user } = openAttachments();
  await addFiles(user, pdf('scan.pdf'));
  const name = await screen.findByLabelText('Name of scan.pdf, without its ending');
  await user.clear(name);
  expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();
  await user.type(name, 'licence');
  await user.selectOptions(screen.getByLabelText('Type of licence.pdf'), 'Proof of Identity or ID');
  await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
  expect(service.uploads).toMatchObject([
    { fileName: 'licence.pdf', type: 'Proof of Identity or ID' },
  ]);
});

test('a file that cannot be uploaded says why, and the others can be uploaded', async () => {
  const { user } = openAttachments();
  await addFiles(user, new File([], 'empty.pdf'), new File(['MZ'], 'setup.exe'), pdf('good.pdf'));
  expect(await screen.findByText('This file is empty.')).toBeVisible();
  expect(screen.getByText(/This kind of file cannot be attached/)).toBeVisible();
  expect(screen.getByText(/2 cannot be sent/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  expect(service.uploads.map((upload) => upload.fileName)).toEqual(['good.pdf']);
});

test('a CSV file without a media type can be uploaded', async () => {
  const { user } = openAttachments();
  await addFiles(user, new File(['Date,Amount\n2026-06-01,12'], 'june.csv'));
  expect(await screen.findByRole('button', { name: 'Upload 1 file' })).toBeVisible();
});

test('a file that is already attached has a warning', async () => {
  const again = pdf('june.pdf');
  service.stored = [storedAttachment('a1', 'june.pdf', again.size)];
  const { user } = openAttachments();
  await screen.findByText('1 sent');
  await addFiles(user, again);
  expect(await screen.findByText('This file is already attached.')).toBeVisible();
});

test('files can be dropped and pasted anywhere; what is pasted into a field adds no file', async () => {
  const { user } = openAttachments();
  dispatch('drop', 'dataTransfer', [pdf('dropped.pdf')]);
  dispatch('paste', 'clipboardData', [pdf('pasted.pdf')]);
  const name = await screen.findByLabelText('Name of dropped.pdf, without its ending');
  await screen.findByLabelText('Name of pasted.pdf, without its ending');
  await user.click(name);
  dispatch('paste', 'clipboardData', [pdf('text.pdf')], name);
  expect(screen.queryByText('text.pdf')).toBeNull();
  expect(screen.queryByLabelText(/text.pdf/)).toBeNull();
});

/** Dispatches an event that carries files: jsdom has no DataTransfer. */
function dispatch(
  type: string,
  carrier: string,
  files: File[],
  target: EventTarget = document.body,
) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { [carrier]: { files, types: ['Files'] } });
  act(() => void target.dispatchEvent(event));
}

test('support sees and downloads files, and cannot add any', async () => {
  service.stored = [storedAttachment('a1', 'june.pdf', 9)];
  openAttachments({ role: 'support' });
  expect(await screen.findByRole('link', { name: 'Download june.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
});

test('a picture or PDF opens in a new tab; anything else can only be downloaded', async () => {
  service.stored = [
    storedAttachment('a1', 'june.pdf', 9),
    storedAttachment('a2', 'june.csv', 9, 'text/csv'),
  ];
  openAttachments({ role: 'support' });
  const link = await screen.findByRole('link', { name: 'Open june.pdf in a new tab' });
  expect(link).toHaveAttribute('href', '/portal/attachments/a1/view');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'Download june.csv' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Open june.csv/ })).toBeNull();
});

test('without a list from the service, the page shows what was uploaded in this visit, also on return', async () => {
  service.stored = [storedAttachment('earlier', 'may.pdf', 9)];
  const { user, router } = openAttachments({ attachmentList: false });
  expect(screen.getByText(/Attached files can’t be listed here/)).toBeVisible();
  await addFiles(user, pdf('june.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  service.uploads[0]?.store('a1');
  expect(await screen.findByText('1 sent')).toBeVisible();

  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/'));
  expect(screen.getByText('june.pdf')).toBeVisible();
  expect(screen.queryByText('may.pdf')).toBeNull();
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
});

test('a list that couldn’t be loaded says so, and "Try again now" loads it', async () => {
  service.isDown = true;
  const { user } = openAttachments();
  expect(await screen.findByText('Couldn’t load attached files')).toBeVisible();
  service.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

describe('what was sent', () => {
  let stored: ListedAttachment[];
  let requests: string[];
  /** What the service says to every change, if it rejects it. */
  let rejection: Response | undefined;

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
    const withdrawableUntil = new Date(Date.now() + 3_600_000).toISOString();
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

  test('a file of the client says so, and whoever made the link may correct its type', async () => {
    stored = [own({ isFromClient: true })];
    openAttachments();
    expect(await screen.findByText(/ · from the client$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change type of june.pdf' })).toBeVisible();
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

  /** Removes a file, which the service rejects. */
  async function remove() {
    stored = [own()];
    const { user } = openAttachments();
    await user.click(await screen.findByRole('button', { name: 'Remove june.pdf' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
  }

  test('a failure is said in the dialog, where the file can be removed again', async () => {
    rejection = Response.json({ error: 'The service is busy.' }, { status: 503 });
    await remove();
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
  });

  test('after 24 hours the dialog says that it is too late, and no longer offers to withdraw', async () => {
    const error = 'A file can be removed for 24 hours after it was sent. That time is over.';
    rejection = Response.json({ error, code: 'too-late-to-withdraw' }, { status: 409 });
    await remove();
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
});
