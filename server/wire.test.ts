import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { pageAddresses } from '#contract/portal/addresses.ts';
import { failureError } from '#server/testing/failures.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { type RawResponse, sendRaw } from '#server/testing/raw-http.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

// What only a connection shows: request lines that no client library would send, and the headers of
// every kind of response.

const inPage = { script: 'document.title;', style: 'a { color: red }' };
const page = `<!doctype html><title>Portal</title><script>${inPage.script}</script><script src="/assets/app-1.js"></script><style>${inPage.style}</style>`;
const script = 'export {};';
const outside = 'not for anybody';

let folder: string;
let service: TestApp;
let origin: string;
let person: Person;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-wire-'));
  const portalFolder = path.join(folder, 'dist');
  await mkdir(path.join(portalFolder, 'assets'), { recursive: true });
  await writeFile(path.join(portalFolder, 'index.html'), page);
  await writeFile(path.join(portalFolder, 'assets', 'app-1.js'), script);
  await writeFile(path.join(folder, 'package.json'), outside);
  service = await startTestApp('PostgreSQL', { deps: { portalFolder } });
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  person = await makePerson(service.database.db, 'broker');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Sends a request line with the person’s key and further header lines. */
async function ask(requestLine: string, ...headers: string[]): Promise<RawResponse> {
  const lines = [
    `${requestLine} HTTP/1.1`,
    'Host: portal.test',
    'Connection: close',
    `Authorization: ${person.bearer.authorization}`,
    ...headers,
  ];
  return sendRaw(origin, `${lines.join('\r\n')}\r\n\r\n`);
}

describe('an address', () => {
  test.each([
    ['GET /api/v1/lead/%zz', 400],
    ['GET /api/v1/lead/%', 400],
    ['GET /portal/%zz', 400],
    ['POST /leads/%c3%28', 400],
    ['GET /api/v1/lead/%00', 404],
    ['GET /api/v1/lead/a%2fb', 404],
    ['GET /api/v1/lead/..%2f..%2fdeal', 404],
    ['GET /api/v1/lead/', 404],
    ['GET /api/v1//lead', 404],
    ['GET /api/v1/nothing', 404],
    ['GET /portal/nothing', 404],
    ['GET /assets/nothing.js', 404],
    ['GET /api/v1/lead?page=%zz', 400],
    ['GET /api/v1/lead?page=1&page=2', 400],
  ])('%s is rejected in the one form', async (requestLine, status) => {
    const response = await ask(requestLine);
    expect(response.statusCode).toBe(status);
    expect(failureError(response)).toBeUndefined();
  });

  test('of ten thousand letters is rejected in the one form', async () => {
    const long = 'a'.repeat(10_000);
    const responses = [
      await ask(`GET /api/v1/lead/${long}`),
      await ask(`GET /api/v1/lead?q=${long}`),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 400]);
    expect(responses.map(failureError)).toEqual([undefined, undefined]);
  });

  test.each(Object.values(pageAddresses))('a reload of %s finds the page', async (address) => {
    const response = await ask(`GET ${address.replace(':id', 'any')}`);
    expect([response.statusCode, response.body]).toEqual([200, page]);
  });

  test.each([
    'GET /nothing',
    'GET /profile/nothing',
    'GET //api/v1/lead',
    'GET /leads/a/b/c',
    'GET /leads/%E0%A4%A',
    `GET /leads/${'a'.repeat(200)}`,
  ])('%s of a person is answered with the page, as not found', async (requestLine) => {
    const response = await ask(requestLine);
    expect([response.statusCode, response.body]).toEqual([404, page]);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each([
    'GET /assets/..%2f..%2fpackage.json',
    'GET /assets/../../package.json',
    'GET /assets/%2e%2e/%2e%2e/package.json',
    'GET /assets/..%252f..%252fpackage.json',
    'GET /..%5cpackage.json',
    'GET /../package.json',
    'GET //package.json',
    'GET /assets/app-1.js%00/../../../package.json',
    'GET /index.html/../../package.json',
  ])('%s leads to no file outside the portal', async (requestLine) => {
    const response = await ask(requestLine);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain(outside);
  });

  test.each(['/%61pi/v1/lead', 'http://elsewhere.test/api/v1/lead'])(
    '%s is the list in other words: kept out of caches, its links lead here',
    async (address) => {
      const { statusCode, headers } = await ask(`GET ${address}`);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['link']).toContain(`<${origin}/api/v1/lead?page=1&pageSize=20>; rel="first"`);
      expect(headers['link']).not.toContain('elsewhere');
    },
  );

  test.each(['/portal/session', '/%70ortal/session', 'http://elsewhere.test/portal/session'])(
    'DELETE %s from another site is rejected, however it is written',
    async (address) => {
      const response = await ask(`DELETE ${address}`, 'Origin: https://elsewhere.test');
      expect(response.statusCode).toBe(403);
    },
  );
});

describe('a method', () => {
  test.each([
    ['DELETE /api/v1/lead', 'GET, HEAD, POST'],
    ['OPTIONS /api/v1/lead', 'GET, HEAD, POST'],
    ['PROPFIND /api/v1/lead', 'GET, HEAD, POST'],
    ['PUT /api/v1/lead/abc', 'GET, HEAD, PATCH'],
    ['GET /api/v1/LEAD/abc', 'PATCH'],
    ['GET /api/v1/attachment', 'POST'],
    ['POST /api/v1/deal', 'GET, HEAD'],
    ['PATCH /portal/session', 'GET, HEAD, POST, DELETE'],
    ['POST /leads', 'GET, HEAD'],
  ])('%s is rejected, naming %s', async (requestLine, allow) => {
    const response = await ask(requestLine, 'Content-Length: 0');
    expect([response.statusCode, response.headers['allow']]).toEqual([405, allow]);
    expect(failureError(response)).toBeUndefined();
  });

  test('HEAD tells what GET tells, without the body', async () => {
    const get = await ask('GET /api/v1/lead');
    const head = await ask('HEAD /api/v1/lead');
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers['x-total-count']).toBe('0');
    expect(Object.keys(head.headers)).toEqual(Object.keys(get.headers));
  });
});

describe('bytes that are no good request', () => {
  const key = () => `Authorization: ${person.bearer.authorization}\r\n`;
  const post = (lines: string) => `POST /api/v1/lead HTTP/1.1\r\nHost: x\r\n${key()}${lines}`;
  test.each<[string, number, () => string]>([
    ['no HTTP at all', 400, () => 'HELO portal\r\n\r\n'],
    ['an unknown method', 400, () => 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 400, () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a folded header', 400, () => 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    ['too much header', 431, () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 400, () => post('Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}')],
    [
      'a length beside chunks',
      400,
      () => post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['a negative length', 400, () => post('Content-Length: -1\r\n\r\n')],
    [
      'a broken chunk',
      400,
      () => post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    ],
    [
      'a body announced far too large',
      413,
      () => post('Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n'),
    ],
  ])('%s: %i, in the one form, and the connection ends', async (_name, status, bytes) => {
    const response = await sendRaw(origin, bytes());
    expect(response.statusCode).toBe(status);
    expect(failureError(response)).toBeUndefined();
  });
});

describe('every kind of answer carries its security headers', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  // Allows only the scripts and styles that were in the page when it was built.
  const pagePolicy =
    `default-src 'none'; script-src 'self' ${hash(inPage.script)}; style-src 'self' ${hash(inPage.style)}; ` +
    "img-src 'self' data: blob:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal";
  const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  const forPage = { ...always, 'content-security-policy': pagePolicy };
  const forData = { ...always, 'content-security-policy': dataPolicy, 'cache-control': 'no-store' };

  test.each([
    ['GET /', 200, forPage],
    ['GET /leads/new', 200, forPage],
    ['GET /nothing', 404, forPage],
    ['GET /assets/app-1.js', 200, forPage],
    ['GET /assets/nothing.js', 404, forPage],
    ['POST /leads', 405, forPage],
    ['GET /api/v1/lead', 200, forData],
    ['GET /api/v1/lead?page=0', 400, forData],
    ['GET /api/v1/lead/abc', 404, forData],
    ['GET /api/v1/nothing', 404, forData],
    ['DELETE /api/v1/lead', 405, forData],
    ['GET /portal/sign-in', 200, forData],
    ['GET /portal/session', 401, forData],
    ['GET /leads/%zz', 404, { ...forPage, 'cache-control': 'no-cache' }],
    ['HEAD /leads/%zz', 404, forPage],
    ['GET /api/v1/lead/%zz', 400, forData],
  ])('%s: %i', async (requestLine, status, headers) => {
    const response = await ask(requestLine);
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(headers);
    expect(response.headers).not.toHaveProperty('strict-transport-security');
  });

  test('the page is asked for each time, a file named by its content never again', async () => {
    const asked = await ask('GET /leads');
    const file = await ask('GET /assets/app-1.js');
    expect([asked.headers['cache-control'], asked.body]).toEqual(['no-cache', page]);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.body).toBe(script);
  });
});
