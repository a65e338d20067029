import { beforeEach, expect, test, vi } from 'vitest';

import { attachment } from '#contract/v1/attachments.ts';
import { emptyResponse } from '#contract/v1/records.ts';

import { uploadAttachment, type AttachmentUpload } from './attachments.ts';

/** The service's responses, in order; status 0 is a broken connection. */
let responses: { status: number; body?: unknown }[] = [];
let sent: { address: string; headers: Record<string, string>; form: FormData }[] = [];

/** A fake of the part of XMLHttpRequest that an upload uses. */
class FakeRequest extends EventTarget {
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  readonly #headers: Record<string, string> = {};
  #address = '';

  open(method: string, path: string) {
    this.#address = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  abort() {
    this.onabort?.();
  }
  send(form: FormData) {
    sent.push({ address: this.#address, headers: this.#headers, form });
    const response = responses.shift();
    if (!response) return;
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    this.status = response.status;
    this.responseText = JSON.stringify(response.body);
    if (response.status === 0) this.onerror?.();
    else this.onload?.();
  }
}

beforeEach(() => {
  responses = [];
  sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  // Each access token is another one.
  vi.stubGlobal('fetch', async () =>
    Response.json({ accessToken: crypto.randomUUID(), expiresAt: '9999-01-01T00:00:00.000Z' }),
  );
  return () => vi.unstubAllGlobals();
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

test('uploads one file as the specification’s form, with its idempotency key, and reports progress', async () => {
  responses = [{ status: 200, body: stored }];
  const onProgress = vi.fn<(share: number) => void>();
  expect(await uploadAttachment(upload({ onProgress }))).toMatchObject({ id: 'a1' });
  expect(onProgress).toHaveBeenCalledWith(0.5);
  expect(sent).toMatchObject([
    {
      address: 'POST /api/v1/attachment',
      headers: { authorization: expect.stringMatching(/^Bearer ./), 'idempotency-key': 'key' },
    },
  ]);
  const { 'attachments[0][file]': file, ...texts } = Object.fromEntries(sent[0]?.form ?? []);
  expect(texts).toEqual({
    entityType: 'LEAD',
    entityId: 'lead',
    'attachments[0][type]': 'Bank Statements',
    'attachments[0][fileName]': 'statements.pdf',
  });
  expect(file).toBeInstanceOf(File);
});

test('renews a rejected token, once', async () => {
  responses = [{ status: 401 }, { status: 200, body: stored }];
  await uploadAttachment(upload());
  const [first, second] = sent.map(({ headers }) => headers['authorization']);
  expect(sent).toHaveLength(2);
  expect(second).toMatch(/^Bearer ./);
  expect(second).not.toBe(first);
});

test('reports a rejection in the service’s words, with the error of each part', async () => {
  const fields = { 'attachments[0][file]': 'This file is empty.' };
  responses = [{ status: 400, body: { error: 'Nothing was attached.', fields } }];
  await expect(uploadAttachment(upload())).rejects.toMatchObject({
    status: 400,
    message: 'Nothing was attached.',
    fields,
  });
});

test('reports a connection that breaks', async () => {
  responses = [{ status: 0 }];
  await expect(uploadAttachment(upload())).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/could not be reached/),
  });
});

test('stops an upload when it is aborted', async () => {
  const stop = new AbortController();
  const sending = uploadAttachment(upload({ signal: stop.signal }));
  await expect.poll(() => sent).toHaveLength(1);
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});
