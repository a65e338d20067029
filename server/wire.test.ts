import { describe, expect, test } from 'vitest';

import { pageAddresses } from '#contract/portal/addresses.ts';
import { started } from '#server/testing/access/with-people.ts';
import { failureError } from '#server/testing/failures.ts';
import { portalFiles, startRawService } from '#server/testing/raw-service.ts';

const service = started(async () => startRawService());

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
    const response = await service.ask(requestLine);
    expect(response.statusCode).toBe(status);
    expect(failureError(response)).toBeUndefined();
  });

  test('of ten thousand letters is rejected in the one form', async () => {
    const long = 'a'.repeat(10_000);
    const responses = [
      await service.ask(`GET /api/v1/lead/${long}`),
      await service.ask(`GET /api/v1/lead?q=${long}`),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 400]);
    expect(responses.map(failureError)).toEqual([undefined, undefined]);
  });

  test.each(Object.values(pageAddresses))('a reload of %s finds the page', async (address) => {
    const response = await service.ask(`GET ${address.replace(':id', 'any')}`);
    expect([response.statusCode, response.body]).toEqual([200, portalFiles.page]);
  });

  test.each([
    'GET /nothing',
    'GET /profile/nothing',
    'GET //api/v1/lead',
    'GET /leads/a/b/c',
    'GET /leads/%E0%A4%A',
    `GET /leads/${'a'.repeat(200)}`,
  ])('%s of a person is answered with the page, as not found', async (requestLine) => {
    const response = await service.ask(requestLine);
    expect([response.statusCode, response.body]).toEqual([404, portalFiles.page]);
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
    'GET /assets/',
    'GET /.git/config',
  ])('%s leads to no file outside the portal', async (requestLine) => {
    const response = await service.ask(requestLine);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain(portalFiles.outside);
  });

  test.each(['/%61pi/v1/lead', 'http://elsewhere.test/api/v1/lead'])(
    '%s is an alias of the list: not cached, and its links lead here',
    async (address) => {
      const { statusCode, headers } = await service.ask(`GET ${address}`);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['link']).toContain(
        `<${service.origin}/api/v1/lead?page=1&pageSize=20>; rel="first"`,
      );
      expect(headers['link']).not.toContain('elsewhere');
    },
  );

  test.each(['/portal/session', '/%70ortal/session', 'http://elsewhere.test/portal/session'])(
    'DELETE %s from another site is rejected, however it is written',
    async (address) => {
      const response = await service.ask(`DELETE ${address}`, 'Origin: https://elsewhere.test');
      expect(response.statusCode).toBe(403);
    },
  );
});

describe('a method', () => {
  test.each([
    ['DELETE /api/v1/lead', 'GET, HEAD, POST'],
    ['OPTIONS /api/v1/lead', 'GET, HEAD, POST'],
    ['PROPFIND /api/v1/lead', 'GET, HEAD, POST'],
    ['TRACE /api/v1/lead', 'GET, HEAD, POST'],
    ['PUT /api/v1/lead/abc', 'GET, HEAD, PATCH'],
    ['GET /api/v1/LEAD/abc', 'PATCH'],
    ['GET /api/v1/attachment', 'POST'],
    ['POST /api/v1/deal', 'GET, HEAD'],
    ['PATCH /portal/session', 'GET, HEAD, POST, DELETE'],
    ['POST /leads', 'GET, HEAD'],
  ])('%s is rejected, naming %s', async (requestLine, allow) => {
    const response = await service.ask(requestLine, 'Content-Length: 0');
    expect([response.statusCode, response.headers['allow']]).toEqual([405, allow]);
    expect(failureError(response)).toBeUndefined();
  });

  test('HEAD tells what GET tells, without the body', async () => {
    const get = await service.ask('GET /api/v1/lead');
    const head = await service.ask('HEAD /api/v1/lead');
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers['x-total-count']).toBe('0');
    expect(Object.keys(head.headers)).toEqual(Object.keys(get.headers));
  });
});

describe('bytes that are no good request', () => {
  const key = () => `Authorization: ${service.person.bearer.authorization}\r\n`;
  const post = (lines: string) => `POST /api/v1/lead HTTP/1.1\r\nHost: x\r\n${key()}${lines}`;
  test.each<[string, number, () => string]>([
    ['no HTTP at all', 400, () => 'HELO portal\r\n\r\n'],
    ['an unknown method', 400, () => 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 400, () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a folded header', 400, () => 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    ['too much header', 431, () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['two hosts', 400, () => 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['two hosts for a change', 400, () => post('hOST: y\r\nContent-Length: 2\r\n\r\n{}')],
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
      () => post('Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n'),
    ],
  ])('%s: %i, in the one form, and the connection ends', async (_name, status, bytes) => {
    const response = await service.send(bytes());
    expect(response.statusCode).toBe(status);
    expect(failureError(response)).toBeUndefined();
  });
});
