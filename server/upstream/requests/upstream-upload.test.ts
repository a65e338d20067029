import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { startFakeService } from '#server/testing/fake-service.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf } from '#server/testing/upstream-test-app.ts';

const mebibyte = 1024 * 1024;
const attached = '{"id":"file-1","fields":{}}';
const type = 'multipart/form-data; boundary=------------------------d74496d66958873e';

describe('forwarded uploads', () => {
  /** The last upload as it arrived. */
  let received: { bytes: number; sha256: string };
  const service = started(async () =>
    startFakeService((incoming, response) => {
      const hash = createHash('sha256');
      received = { bytes: 0, sha256: '' };
      incoming.on('data', (piece: Buffer) => {
        hash.update(piece);
        received.bytes += piece.length;
      });
      incoming.on('end', () => {
        received.sha256 = hash.digest('hex');
        response.writeHead(200, { 'content-type': 'application/json' }).end(attached);
      });
    }),
  );
  const portal = started(async () =>
    startInFrontOf(service.url, 'a-token-of-theirs', {
      env: { UPSTREAM_ATTACHMENT_PATH: '/api/v1/files/upload' },
    }),
  );
  let largestGap = 0;
  afterEach(() => {
    largestGap = 0;
  });

  /** Yields `count` pieces of a mebibyte, and measures how far sending is ahead of arriving. */
  function* pieces(count: number, piece: Buffer) {
    for (let sent = 0; sent < count; sent += 1) {
      largestGap = Math.max(largestGap, sent * mebibyte - (received?.bytes ?? 0));
      yield piece;
    }
  }

  async function upload(body: Iterable<Buffer>, headers: Record<string, string> = {}) {
    const sending = request(`${portal.origin}/api/v1/attachment`, {
      method: 'POST',
      agent: false,
      headers: { ...portal.headers.browser, 'content-type': type, ...headers },
    });
    const response = new Promise<{ status: number; body: string }>((resolve, reject) => {
      sending.once('response', (incoming) => {
        text(incoming).then(
          (all) => resolve({ status: incoming.statusCode ?? 0, body: all }),
          reject,
        );
      });
      sending.once('error', reject);
    });
    Readable.from(body).pipe(sending);
    return response.finally(() => sending.destroy());
  }

  test.each([true, false])(
    '60 MiB arrive complete and are never buffered (with Content-Length: %s)',
    async (hasCount) => {
      const piece = randomBytes(mebibyte);
      const whole = createHash('sha256');
      for (let count = 0; count < 60; count += 1) whole.update(piece);
      const length = { 'content-length': String(60 * mebibyte) };
      const response = await upload(pieces(60, piece), hasCount ? length : {});
      expect(response).toEqual({ status: 200, body: attached });
      expect(received).toEqual({ bytes: 60 * mebibyte, sha256: whole.digest('hex') });
      expect(largestGap).toBeLessThan(30 * mebibyte);
      const lastRequest = service.requests.at(-1);
      expect(lastRequest).toMatchObject({ method: 'POST', url: '/api/v1/files/upload' });
      expect(lastRequest?.headers).toMatchObject({ 'content-type': type });
      expect(lastRequest?.headers['idempotency-key']).toBeUndefined();
    },
  );

  test('more than 10 files of 25 MiB are 413, as soon as the size is known', async () => {
    const before = service.requests.length;
    const piece = Buffer.alloc(mebibyte);
    const reported = await upload([], { 'content-length': String(251 * mebibyte + 1) });
    expect(reported.status).toBe(413);
    expect(service.requests).toHaveLength(before);
    const unreported = await upload(pieces(252, piece));
    expect(unreported.status).toBe(413);
    expect(received.sha256).toBe('');
  });

  test('a body that is not multipart is 415', async () => {
    expect((await upload([], { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await upload([], { 'content-type': 'multipart/form-data' })).status).toBe(415);
    expect((await upload([], { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('a rejection in the middle of an upload reaches the sender', async () => {
    service.respondWith((_incoming, response) => {
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"error":"Too large for us."}');
    });
    const response = await upload(pieces(20, Buffer.alloc(mebibyte)));
    expect(response).toEqual({
      status: 413,
      body: '{"error":"Too large for us.","code":"request-too-large"}',
    });
  });

  test.each([true, false])(
    'an upload that its sender aborts is aborted at the service too (with Content-Length: %s)',
    async (hasCount) => {
      const ended = Promise.withResolvers<boolean>();
      const sending = request(`${portal.origin}/api/v1/attachment`, {
        method: 'POST',
        agent: false,
        headers: {
          ...portal.headers.browser,
          'content-type': type,
          ...(hasCount && { 'content-length': String(2 * mebibyte) }),
        },
      });
      sending.on('error', () => {});
      service.respondWith((incoming) => {
        incoming.on('error', () => {});
        incoming.once('data', () => sending.destroy());
        incoming.resume().once('close', () => ended.resolve(incoming.complete));
      });
      sending.write(Buffer.alloc(mebibyte));
      expect(await ended.promise).toBe(false);
    },
  );

  test('senders who disconnect before their upload is forwarded leave no request in progress', async () => {
    service.respondWith((incoming, response) => {
      incoming.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(attached);
      });
    });
    const head = [
      'POST /api/v1/attachment HTTP/1.1',
      'host: portal',
      `authorization: ${portal.headers.browser['authorization']}`,
      `content-type: ${type}`,
      'content-length: 1000',
    ];
    const { port } = new URL(portal.origin);
    for (let sender = 0; sender < 40; sender += 1) {
      const line = connect(Number(port), '127.0.0.1');
      line.write(`${head.join('\r\n')}\r\n\r\nthe beginning`);
      line.once('ready', () => line.destroySoon());
      await once(line, 'close');
    }
    // More uploads have been started than one person may have in progress.
    await expect
      .poll(async () => (await upload(pieces(1, Buffer.alloc(mebibyte)))).status)
      .toBe(200);
  });

  test('after a lost response to an upload, the message says that the files may be attached', async () => {
    service.respondWith((incoming) => {
      incoming.resume();
      incoming.on('end', () => incoming.socket.destroy());
    });
    const response = await upload(pieces(1, Buffer.alloc(mebibyte)));
    expect(response.status).toBe(502);
    expect(response.body).toContain('may have been attached');
  });
});

test('each part of a browser’s form arrives', async () => {
  const standIn = await startStandIn({ isSeeded: true });
  const portal = await startInFrontOf(standIn.url, seeded.bea.token);
  const list = await fetch(`${portal.origin}/api/v1/lead?pageSize=1`, {
    headers: portal.headers.browser,
  });
  const [lead] = (await list.json()) as [{ id: string }];
  const contents = [randomBytes(3 * mebibyte), randomBytes(10)];
  const form = new FormData();
  form.set('entityType', 'LEAD');
  form.set('entityId', lead.id);
  for (const [index, content] of contents.entries()) {
    form.set(`attachments[${index}][type]`, 'Bank Statements');
    form.set(`attachments[${index}][fileName]`, `Kontoauszüge ${index}.pdf`);
    form.set(`attachments[${index}][file]`, new Blob([content]), 'x.pdf');
  }
  const response = await fetch(`${portal.origin}/api/v1/attachment`, {
    method: 'POST',
    headers: portal.headers.browser,
    body: form,
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject([
    { fields: { fileName: 'Kontoauszüge 0.pdf', entityId: lead.id } },
    { fields: { fileName: 'Kontoauszüge 1.pdf', entityId: lead.id } },
  ]);
  const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'));
  expect((await standIn.attachments()).map(({ content }) => content.sha256)).toEqual(hashes);
  await portal.close();
  await standIn.close();
});
