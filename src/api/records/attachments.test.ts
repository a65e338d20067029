import { beforeEach, expect, test, vi } from 'vitest';

import { attachment } from '#contract/v1/attachments.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import {
  attachmentService as service,
  startAttachmentService,
} from '#src/testing/fake-attachment-service.ts';

import { uploadAttachment, type AttachmentUpload } from './attachments.ts';

startAttachmentService({ hasLists: false });
beforeEach(() => {
  // Each access token is another one.
  vi.stubGlobal('fetch', async () =>
    Response.json({ accessToken: crypto.randomUUID(), expiresAt: '9999-01-01T00:00:00.000Z' }),
  );
});

const upload = (change: Partial<AttachmentUpload> = {}): AttachmentUpload => ({
  leadId: 'lead',
  file: new File(['%PDF-'], 'june.pdf'),
  fileName: 'statements.pdf',
  type: 'Bank Statements',
  idempotencyKey: 'key',
  signal: new AbortController().signal,
  onProgress: () => {},
  ...change,
});
const stored = { ...emptyResponse(attachment), id: 'a1' };

/** Responds to as many uploads, each once it has arrived. */
async function respond(...responses: [status: number, body?: object][]) {
  for (const [at, response] of responses.entries()) {
    await expect.poll(() => service.uploads).toHaveLength(at + 1);
    service.uploads[at]?.progress(0.5);
    service.uploads[at]?.respond(...response);
  }
}

test('uploads one file as the specification’s form, with its idempotency key, and reports progress', async () => {
  const onProgress = vi.fn<(share: number) => void>();
  const attached = uploadAttachment(upload({ onProgress }));
  await respond([200, stored]);
  expect(await attached).toMatchObject({ id: 'a1' });
  expect(onProgress).toHaveBeenCalledWith(0.5);
  expect(service.uploads).toMatchObject([
    {
      address: 'POST /api/v1/attachment',
      headers: { authorization: expect.stringMatching(/^Bearer ./), 'idempotency-key': 'key' },
    },
  ]);
  const { 'attachments[0][file]': file, ...texts } = Object.fromEntries(
    service.uploads[0]?.form ?? [],
  );
  expect(texts).toEqual({
    entityType: 'LEAD',
    entityId: 'lead',
    'attachments[0][type]': 'Bank Statements',
    'attachments[0][fileName]': 'statements.pdf',
  });
  expect(file).toBeInstanceOf(File);
});

test('renews a rejected token, once', async () => {
  const attached = uploadAttachment(upload());
  await respond([401], [200, stored]);
  await attached;
  const [first, second] = service.uploads.map(({ headers }) => headers['authorization']);
  expect(service.uploads).toHaveLength(2);
  expect(second).toMatch(/^Bearer ./);
  expect(second).not.toBe(first);
});

test('reports a rejection in the service’s words, with the error of each part', async () => {
  const fields = { 'attachments[0][file]': 'This file is empty.' };
  const attached = uploadAttachment(upload()).catch((error: unknown) => error);
  await respond([400, { error: 'Nothing was attached.', fields }]);
  expect(await attached).toMatchObject({ status: 400, message: 'Nothing was attached.', fields });
});

test('reports a connection that breaks', async () => {
  const attached = uploadAttachment(upload()).catch((error: unknown) => error);
  await respond([0]);
  const message = expect.stringMatching(/could not be reached/);
  expect(await attached).toMatchObject({ status: 0, message });
});

test('stops an upload when it is aborted', async () => {
  const stop = new AbortController();
  const sending = uploadAttachment(upload({ signal: stop.signal }));
  await expect.poll(() => service.uploads).toHaveLength(1);
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});
