import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { addFiles, openAttachments, pdf } from '#src/testing/attachments-page.tsx';
import {
  attachmentService as service,
  startAttachmentService,
} from '#src/testing/fake-attachment-service.ts';

startAttachmentService();

async function uploadJune() {
  const { user, router } = openAttachments();
  await addFiles(user, pdf('june.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  return { user, router };
}

test('an upload without a response is sent again by itself, then says why; its retry has the same idempotency key', async () => {
  const { user } = await uploadJune();
  vi.useFakeTimers();
  for (let attempt = 0; attempt <= 6; attempt += 1) {
    expect(service.uploads).toHaveLength(attempt + 1);
    expect(screen.getByRole('progressbar', { name: 'Uploading june.pdf' })).toBeVisible();
    await act(async () => {
      service.uploads[attempt]?.respond(0);
      await vi.advanceTimersByTimeAsync(15_000);
    });
  }
  vi.useRealTimers();
  expect(
    await screen.findByText(/may not have arrived. The service could not be reached/),
  ).toBeVisible();
  expect(screen.getByText(/1 not sent yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry june.pdf' }));
  expect(service.uploads).toHaveLength(8);
  const keys = service.uploads.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
});

test('a file that was saved again or deleted after it was chosen is not sent for ever, and says why', async () => {
  const { user } = openAttachments();
  const file = pdf('june.pdf');
  await addFiles(user, file);
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  // As browsers do: each byte is rejected, and a request that sends the file breaks off.
  file.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: async () => Promise.reject(new Error('NotFound')) });
  service.uploads[0]?.respond(0);
  expect(
    await screen.findByText(
      'Not attached. The file was changed, moved or deleted after you chose it. Remove it here and choose it again.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(service.uploads).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove june.pdf' }));
  expect(screen.queryByText(/june\.pdf/)).toBeNull();
});

test('an error of the service is shown at once, and sent again by hand alone', async () => {
  await uploadJune();
  service.uploads[0]?.respond(500, { error: 'Something went wrong.', code: 'internal-error' });
  expect(await screen.findByText('Not attached. Something went wrong.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry june.pdf' })).toBeVisible();
  expect(service.uploads).toHaveLength(1);
});

test('two files are uploaded at a time, each with its progress; a cancelled one is ready again', async () => {
  const { user } = openAttachments();
  await addFiles(user, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 3 files' }));
  expect(service.uploads).toHaveLength(2);
  act(() => service.uploads[0]?.progress(0.62));
  const bar = screen.getByRole('progressbar', { name: 'Uploading a.pdf' });
  await waitFor(() => expect(bar).toHaveAttribute('value', '62'));

  await user.click(screen.getByRole('button', { name: 'Cancel a.pdf' }));
  expect(service.uploads[0]?.isAborted).toBe(true);
  expect(await screen.findByRole('button', { name: 'Remove a.pdf' })).toBeVisible();
  expect(service.uploads.map((upload) => upload.fileName)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
});

test('leaving with files that are not uploaded needs a confirmation', async () => {
  const { user, router } = openAttachments();
  await addFiles(user, pdf('june.pdf'));
  await screen.findByRole('button', { name: 'Upload 1 file' });
  await act(() => router.navigate('/elsewhere'));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('1 file not uploaded yet.');
  await user.click(within(question).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

test('a navigation stopped for a running upload continues once the file is attached', async () => {
  const { router } = await uploadJune();
  await act(() => router.navigate('/elsewhere'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('1 file not uploaded yet.');
  await act(async () => service.uploads[0]?.store('a1'));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

/**
 * Starts an upload to a service that stores a repeated upload twice, with a `share` from 0 to 1 of
 * the file sent.
 */
async function sending(share: number) {
  const { user, router } = openAttachments({ idempotency: false });
  await addFiles(user, pdf('june.pdf'), pdf('july.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
  act(() => service.uploads[0]?.progress(share));
  return { user, router };
}

test('where a repeated upload may attach a file twice, a lost response leaves it to the user to send again', async () => {
  const { user, router } = await sending(1);
  service.uploads[0]?.respond(502, {
    error: 'The service had a problem.',
    code: 'upstream-failed',
  });
  const message = 'It may have arrived: the service didn’t respond. Check before sending it again.';
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(/1 may have arrived/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  expect(service.uploads).toHaveLength(2);

  service.uploads[1]?.store('a2');
  await screen.findByRole('link', { name: 'Download july.pdf' });
  await act(() => router.navigate('/elsewhere'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Upload of 1 file not confirmed.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await user.click(screen.getByRole('button', { name: 'Send again june.pdf' }));
  expect(service.uploads.at(-1)?.fileName).toBe('june.pdf');
  expect(service.uploads).toHaveLength(3);
});

test.each([
  ['it was rejected', 1, 413, 'file-too-large'],
  ['the service was not reached', 1, 503, 'upstream-unreachable'],
  ['only half of it had gone', 0.5, 0, ''],
])(
  'a file that has certainly not arrived can be retried: %s',
  async (_name, share, status, code) => {
    await sending(share);
    service.uploads[0]?.respond(status, { error: 'Not attached.', code });
    expect(await screen.findByRole('button', { name: 'Retry june.pdf' })).toBeVisible();
  },
);

test('of a file that is rejected, the sentence of its part is shown', async () => {
  await sending(1);
  const sentence = 'This file contains a virus (Eicar-Signature).';
  const part = 'attachments[0][file]';
  service.uploads[0]?.respond(422, {
    error: `${part}: ${sentence}`,
    code: 'virus-found',
    fields: { [part]: sentence },
  });
  expect(await screen.findByText(`Not attached. ${sentence}`)).toBeVisible();
});

test('a file that is cancelled after all of it was sent may have arrived, and says so', async () => {
  const { user } = await sending(1);
  await user.click(screen.getByRole('button', { name: 'Cancel june.pdf' }));
  expect(await screen.findByText(/It may have arrived: it was stopped/)).toBeVisible();
});
