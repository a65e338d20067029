import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ListedAttachment } from '#contract/portal/attachments.ts';
import type { AttachmentUpload } from '#src/api/attachments.ts';
import { ServiceError } from '#src/api/service-error.ts';

import { AttachmentsSection } from './attachments-section.tsx';

/**
 * The attachments the service has, whether it is down, and the uploads with their pending
 * responses.
 */
let stored: ListedAttachment[] = [];
let isDown = false;
let asked: AttachmentUpload[] = [];
let responses: { resolve: (id: string) => void; reject: (error: Error) => void }[] = [];

vi.mock('#src/api/attachments.ts', async (original) => ({
  ...(await original<object>()),
  attachmentFilePath: (id: string) => `/portal/attachments/${id}/file`,
  attachmentsQuery: (leadId: string) => ({
    queryKey: ['attachments', leadId],
    queryFn: () =>
      isDown
        ? Promise.reject(new ServiceError(503, 'service-busy', 'Down.'))
        : Promise.resolve(stored.map((record) => ({ ok: true, record, extra: {} }))),
  }),
  uploadAttachment: (upload: AttachmentUpload) =>
    new Promise((resolve, reject) => {
      asked.push(upload);
      upload.signal.addEventListener('abort', () => reject(new Error('stopped')));
      responses.push({
        reject,
        resolve: (id) => {
          stored.push(listed(id, upload.fileName, upload.file.size));
          resolve(stored.at(-1));
        },
      });
    }),
}));

beforeEach(() => {
  stored = [];
  isDown = false;
  asked = [];
  responses = [];
});

function listed(id: string, fileName: string, size: number): ListedAttachment {
  const moment = new Date().toISOString();
  return {
    id,
    createdAt: moment,
    createdBy: 'someone',
    updatedAt: moment,
    updatedBy: 'someone',
    fields: {
      fileName,
      size,
      type: 'Bank Statements',
      entityType: 'LEAD',
      entityId: 'lead',
      mediaType: 'application/pdf',
    },
  };
}

function pdf(name: string, content = name): File {
  return new File([`%PDF-1.7 ${content}`], name, { type: 'application/pdf' });
}

function open(props: { canAdd?: boolean; hasList?: boolean; isRepeatable?: boolean } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = <AttachmentsSection leadId="lead" canAdd hasList isRepeatable {...props} />;
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup({ applyAccept: false }) };
}

async function add(user: ReturnType<typeof userEvent.setup>, ...files: File[]): Promise<void> {
  await user.upload(screen.getByLabelText('Files to attach'), files);
}

test('files are guessed, confirmed with one key, sent one by one and then listed', async () => {
  const { user } = open();
  await screen.findByText('Nothing is attached yet.');
  await add(user, pdf('statements-june.pdf'), pdf('passport.pdf'));
  const send = await screen.findByRole('button', { name: 'Upload 2 files' });
  expect(screen.getByLabelText('Type of passport.pdf')).toHaveValue('Proof of Identity or ID');
  expect(screen.getAllByText(/type guessed from the name/)).toHaveLength(2);
  expect(screen.getByText(/2 not sent yet/)).toBeVisible();
  expect(asked).toEqual([]);

  expect(send).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(asked.map((upload) => [upload.fileName, upload.type])).toEqual([
    ['statements-june.pdf', 'Bank Statements'],
    ['passport.pdf', 'Proof of Identity or ID'],
  ]);
  responses[0]?.resolve('a1');
  responses[1]?.resolve('a2');
  const link = await screen.findByRole('link', { name: 'Download passport.pdf' });
  expect(link).toHaveAttribute('href', '/portal/attachments/a2/file');
  expect(screen.getByText('2 sent')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull());
});

test('a name can be changed but not its ending; a chosen type is a confirmed one', async () => {
  const { user } = open();
  await add(user, pdf('scan.pdf'));
  const name = await screen.findByLabelText('Name of scan.pdf, without its ending');
  await user.clear(name);
  expect(screen.queryByRole('button', { name: /send/ })).toBeNull();
  await user.type(name, 'licence');
  await user.selectOptions(screen.getByLabelText('Type of licence.pdf'), 'Proof of Identity or ID');
  await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
  expect(asked).toMatchObject([{ fileName: 'licence.pdf', type: 'Proof of Identity or ID' }]);
});

test('what cannot be sent says why and keeps the others from nothing', async () => {
  const { user } = open();
  await add(user, new File([], 'empty.pdf'), new File(['MZ'], 'setup.exe'), pdf('good.pdf'));
  expect(await screen.findByText('This file is empty.')).toBeVisible();
  expect(screen.getByText(/This kind of file cannot be attached/)).toBeVisible();
  expect(screen.getByText(/2 cannot be sent/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  expect(asked.map((upload) => upload.fileName)).toEqual(['good.pdf']);
});

test('a CSV without a media type is fine', async () => {
  const { user } = open();
  await add(user, new File(['Date,Amount\n2026-06-01,12'], 'june.csv'));
  expect(await screen.findByRole('button', { name: 'Upload 1 file' })).toBeVisible();
});

test('a failed file says why, and its retry goes by the same key', async () => {
  const { user } = open();
  await add(user, pdf('june.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  responses[0]?.reject(new ServiceError(0, 'unreachable', 'The connection was lost.'));
  expect(await screen.findByText(/may not have arrived. The connection was lost./)).toBeVisible();
  expect(screen.getByText(/1 not sent yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry june.pdf' }));
  expect(asked).toHaveLength(2);
  expect(asked[1]?.idempotencyKey).toBe(asked[0]?.idempotencyKey);
});

test('two go at a time, each with its progress; a cancelled one is ready again', async () => {
  const { user } = open();
  await add(user, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 3 files' }));
  expect(asked).toHaveLength(2);
  act(() => asked[0]?.onProgress(0.62));
  const bar = screen.getByRole('progressbar', { name: 'Uploading a.pdf' });
  await waitFor(() => expect(bar).toHaveAttribute('value', '62'));

  await user.click(screen.getByRole('button', { name: 'Cancel a.pdf' }));
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(await screen.findByRole('button', { name: 'Remove a.pdf' })).toBeVisible();
  expect(asked.map((upload) => upload.fileName)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
});

test('the very same file is told when it is attached already', async () => {
  const again = pdf('june.pdf');
  stored = [listed('a1', 'june.pdf', again.size)];
  const { user } = open();
  await screen.findByText('1 sent');
  await add(user, again);
  expect(await screen.findByText('This file is already attached.')).toBeVisible();
});

test('leaving with files that are not sent asks first', async () => {
  const { user, router } = open();
  await add(user, pdf('june.pdf'));
  await screen.findByRole('button', { name: 'Upload 1 file' });
  await act(() => router.navigate('/elsewhere'));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('1 file not uploaded yet.');
  await user.click(within(question).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

test('files can be dropped and pasted anywhere, but text pasted into a field stays there', async () => {
  const { user } = open();
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

test('support sees and downloads, and cannot add', async () => {
  stored = [listed('a1', 'june.pdf', 9)];
  open({ canAdd: false });
  expect(await screen.findByRole('link', { name: 'Download june.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
});

test('without a list from the service, what was sent in this visit is shown, also when one comes back', async () => {
  stored = [listed('earlier', 'may.pdf', 9)];
  const { user, router } = open({ hasList: false });
  expect(screen.getByText(/Attached files can’t be listed here/)).toBeVisible();
  expect(screen.queryByText('Nothing is attached yet.')).toBeNull();
  await add(user, pdf('june.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 1 file' }));
  responses[0]?.resolve('a1');
  expect(await screen.findByText('1 sent')).toBeVisible();

  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/'));
  expect(screen.getByText('june.pdf')).toBeVisible();
  expect(screen.queryByText('may.pdf')).toBeNull();
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
});

/**
 * Starts an upload to a service that stores a repeated upload twice, with a `share` from 0 to 1 of
 * the file sent.
 */
async function sending(share: number) {
  const { user, router } = open({ isRepeatable: false });
  await add(user, pdf('june.pdf'), pdf('july.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
  act(() => asked[0]?.onProgress(share));
  return { user, router };
}

test('where sending again may attach twice, a lost answer is told, and it is for the person to send again', async () => {
  const { user, router } = await sending(1);
  responses[0]?.reject(new ServiceError(502, 'upstream-failed', 'The service had a problem.'));
  const words = 'It may have arrived: the service didn’t respond. Check before sending it again.';
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(/1 may have arrived/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  expect(asked).toHaveLength(2);

  responses[1]?.resolve('a2');
  await screen.findByRole('link', { name: 'Download july.pdf' });
  await act(() => router.navigate('/elsewhere'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Upload of 1 file not confirmed.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await user.click(screen.getByRole('button', { name: 'Send again june.pdf' }));
  expect(asked.map(({ fileName }) => fileName)).toEqual(['june.pdf', 'july.pdf', 'june.pdf']);
});

test.each([
  ['it was rejected', 1, new ServiceError(413, 'file-too-large', 'Too large.')],
  ['the service was not reached', 1, new ServiceError(503, 'upstream-unreachable', 'Not reached.')],
  ['only half of it had gone', 0.5, new ServiceError(0, 'unreachable', 'Broken off.')],
])(
  'a file that has certainly not arrived is sent again without a thought: %s',
  async (_name, share, error) => {
    await sending(share);
    responses[0]?.reject(error);
    expect(await screen.findByRole('button', { name: 'Retry june.pdf' })).toBeVisible();
  },
);

test('stopping a file that has gone whole does not claim that it did not arrive', async () => {
  const { user } = await sending(1);
  await user.click(screen.getByRole('button', { name: 'Cancel june.pdf' }));
  expect(await screen.findByText(/It may have arrived: it was stopped/)).toBeVisible();
});

test('a list that cannot be read says so and is tried again without a flicker', async () => {
  isDown = true;
  const { user } = open();
  expect(await screen.findByText('Couldn’t load attached files')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again now' }));
  expect(await screen.findByText('Nothing is attached yet.')).toBeVisible();
});
