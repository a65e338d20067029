import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { filesFolder } from '#server/config/config.ts';
import { started } from '#server/testing/access/with-people.ts';
import { startFakeService } from '#server/testing/fake-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { eicar, startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';
import { startInFrontOf } from '#server/testing/upstream-test-app.ts';

describe('uploads that are scanned before they are forwarded', () => {
  let received = '';
  const service = started(async () =>
    startFakeService((incoming, response) => {
      const hash = createHash('sha256');
      incoming.on('data', (piece: Buffer) => hash.update(piece));
      incoming.on('end', () => {
        received = hash.digest('hex');
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"id":"file-1","fields":{}}');
      });
    }),
  );
  const clamd = started(startClamdStandIn);
  const portal = started(async () =>
    startInFrontOf(service.url, 'a-token-of-theirs', { env: { SCAN_URL: clamd.url } }),
  );

  async function upload(payload: Buffer, contentType: string) {
    const before = service.requests.length;
    const response = await fetch(`${portal.origin}/api/v1/attachment`, {
      method: 'POST',
      headers: { ...portal.headers.browser, 'content-type': contentType },
      body: Uint8Array.from(payload),
    });
    const body = await response.text();
    const left = await readdir(path.join(filesFolder(portal.testApp.config), 'incoming'));
    const forwarded = service.requests.length - before;
    return { status: response.status, body, forwarded, left: left.length, response };
  }
  const send = async (files: Record<string, Buffer>) => {
    const { payload, contentType } = await multipart(uploadParts('lead-1', files));
    return { ...(await upload(payload, contentType)), payload };
  };

  test('an upload without a virus arrives unchanged', async () => {
    const files = { 'a.pdf': randomBytes(3_000_000), 'b.pdf': randomBytes(10) };
    const { status, payload, left } = await send(files);
    expect([status, left]).toEqual([200, 0]);
    expect(received).toBe(createHash('sha256').update(payload).digest('hex'));
    expect(clamd.scanned).toContainEqual(files['a.pdf']);
  });

  test('of an upload with a virus nothing is forwarded; it is recorded, and the sentence is at its part', async () => {
    const files = { 'a.pdf': randomBytes(10), 'b.csv': eicar };
    const { status, body, forwarded, left } = await send(files);
    const sentence = 'This file contains a virus (Eicar-Signature).';
    expect([forwarded, left]).toEqual([0, 0]);
    expect([status, JSON.parse(body)]).toEqual([
      422,
      {
        error: `attachments[1][file]: ${sentence}`,
        code: 'virus-found',
        fields: { 'attachments[1][file]': sentence },
      },
    ]);
    const support = await makePerson(portal.testApp.database.db, 'support');
    const audit = await portal.testApp.as(support).get('/portal/audit?act=virus-found');
    expect(audit.json().entries).toMatchObject([
      { actor: { id: portal.broker.accountId }, details: { virus: 'Eicar-Signature' } },
    ]);
  });

  test('a part that is a file only to another reader is scanned too', async () => {
    const part = `--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n${eicar.toString()}\r\n--x--\r\n`;
    const { status, forwarded, left } = await upload(
      Buffer.from(part),
      'multipart/form-data; boundary=x',
    );
    expect([status, forwarded, left]).toEqual([422, 0, 0]);
  });

  test.each([
    ['is cut off', '--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\nhalf'],
    ['has no part', 'nothing'],
    [
      'has very many parts',
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(101)}--x--\r\n`,
    ],
  ])('a body that %s is rejected', async (_how, body) => {
    const { status, forwarded, left } = await upload(
      Buffer.from(body),
      'multipart/form-data; boundary=x',
    );
    expect([status, forwarded, left]).toEqual([400, 0, 0]);
  });

  test('while files can’t be scanned, nothing is forwarded', async () => {
    const { url } = clamd;
    await clamd.close();
    const { status, body, forwarded, left, response } = await send({
      'a.pdf': randomBytes(2_000_000),
    });
    expect([status, forwarded, left]).toEqual([503, 0, 0]);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(JSON.parse(body).code).toBe('service-busy');
    Object.assign(clamd, await startClamdStandIn(url));
    expect((await send({ 'a.pdf': randomBytes(10) })).status).toBe(200);
  });
});
