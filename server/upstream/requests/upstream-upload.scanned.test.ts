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
    expect(clamd.scanned.some((bytes) => bytes.equals(files['a.pdf']))).toBe(true);
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

  const virus = eicar.toString();
  const named = 'content-disposition: form-data; name="a"';
  const boundary = 'boundary=x';

  test.each([
    ['only to another reader', 'content-disposition: form-data; name="__proto__"\r\n'],
    ['as an attachment', 'Content-Disposition: attachment; name="a"; filename="v"\r\n'],
    ['without a disposition', 'Content-Type: application/pdf\r\n'],
    ['without headers', ''],
  ])('a part that is a file %s is scanned too', async (_how, headers) => {
    const { status, forwarded, left } = await upload(
      Buffer.from(`--x\r\n${headers}\r\n${virus}\r\n--x--\r\n`),
      'multipart/form-data; boundary=x',
    );
    expect([status, forwarded, left]).toEqual([422, 0, 0]);
  });

  test.each([
    ['is cut off', '--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\nhalf'],
    ['has no part', 'nothing'],
    ['has nothing but its end', '--x--\r\n'],
    ['has very many parts', `${`--x\r\n${named}\r\n\r\nb\r\n`.repeat(20_000)}--x--\r\n`],
    ['has a file before its parts', `${virus}\r\n--x\r\n${named}\r\n\r\nb\r\n--x--\r\n`],
    ['has a file after its parts', `--x\r\n${named}\r\n\r\nb\r\n--x--\r\n${virus}`],
    ['has a file far after its parts', `--x\r\n\r\n\r\n--x--${' '.repeat(20_000)}${virus}`],
    ['has a file in the place of headers', `--x\r\n${virus}\r\n--x--\r\n`],
    [
      'has lines of headers that end otherwise',
      `--x\r\n${named}\n\n${virus}\r\n\r\nb\r\n--x--\r\n`,
    ],
    [
      'has a name with a line feed',
      `--x\r\n${named}; filename="a\nb"\r\n\r\n${virus}\r\n--x--\r\n`,
    ],
    ['has a longer delimiter', `--x\r\n${named}\r\n\r\nb\r\n--xy: z\r\n\r\n${virus}\r\n--x--\r\n`],
    ['has a delimiter within a line', `--x\r\n${named}\r\n\r\nb\n--x\r\n\r\n${virus}\r\n--x--\r\n`],
    [
      'has an encoded part',
      `--x\r\n${named}\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--x--\r\n`,
    ],
    [
      'has parts in a part',
      `--x\r\n${named}\r\ncontent-type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--\r\n`,
    ],
    [
      'has two boundaries',
      `--b\r\n${named}\r\n\r\n${virus}\r\n--b--\r\n--a\r\n${named}\r\n\r\nb\r\n--a--\r\n`,
      'boundary=a; boundary=b',
    ],
    ['has a boundary in quotes and after', `--x\r\n\r\n\r\n--x--`, 'boundary="x"y'],
  ])(
    'a body that %s is rejected, and nothing of it scanned',
    async (_how, body, given = boundary) => {
      const before = clamd.scanned.length;
      const sent = await upload(Buffer.from(body), `multipart/form-data; ${given}`);
      expect([sent.status, sent.forwarded, sent.left]).toEqual([400, 0, 0]);
      expect(clamd.scanned).toHaveLength(before);
    },
  );

  test('the parts are scanned one after another, wherever the body is split on its way', async () => {
    const before = clamd.scanned.length;
    const contents = Array.from({ length: 100 }, (_none, index) => 'b'.repeat(index * 200));
    const parts = contents.map((content) => `--x\r\n${named}\r\n\r\n${content}\r\n`);
    const payload = Buffer.from(`${parts.join('')}--x--\r\n`);
    expect((await upload(payload, 'multipart/form-data; boundary="x"')).status).toBe(200);
    expect(clamd.scanned.slice(before).map(String)).toEqual(contents);
    expect(clamd.maxAtOnce()).toBe(1);
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
