import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { parseBody } from './parsing.ts';
import { route } from './routes.ts';

const { echo, broken, half } = endpoints('none', [], {
  echo: [
    'POST /api/v1/echo/:id',
    'Takes a body of a known shape.',
    {
      query: z.object({ page: z.optional(z.enum(['1', '2'])) }),
      body: z.strictObject({
        fields: z.strictObject({ name: z.string(), address: z.strictObject({ city: z.string() }) }),
      }),
      response: z.object({ id: z.string() }),
    },
  ],
  broken: ['GET /api/v1/broken', 'Fails.', { response: z.object({ id: z.string() }) }],
  half: ['GET /portal/half', 'Fails after a half.'],
});
const lines: string[] = [];
const service = withService('PostgreSQL', {
  deps: { logStream: { write: (line) => void lines.push(line) } },
});
beforeAll(async () => {
  route(service.app, echo, async ({ request, params }) => {
    parseBody(echo, request);
    // A handler may return more than the contract allows in the response.
    return { ...params, secret: 'not sent' };
  });
  route(service.app, half, async ({ reply }) =>
    reply.send(
      Readable.from(
        (async function* parts() {
          yield 'half';
          await nextTurn();
          throw Object.assign(new Error('invalid input: "Zelda"'), {
            code: '22P02',
            detail: 'Zelda',
          });
        })(),
      ),
    ),
  );
  route(service.app, broken, async ({ request }) => {
    const { 'x-failure': message = 'SELECT failed at 10.0.0.7', 'x-code': code } = request.headers;
    throw Object.assign(new Error(String(message)), code && { code });
  });
});

const right = { fields: { name: 'Ada', address: { city: 'Perth' } } };
const post = async (payload: string | Buffer | object, type = 'application/json') =>
  service.call('POST', '/api/v1/echo/x', { payload, headers: { 'content-type': type } });

describe('responses', () => {
  test('contain only the fields of the contract', async () => {
    const response = await post(right);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ id: 'x' });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  test('report every error of a body by its field', async () => {
    const response = await post({ fields: { address: { city: 5 }, surname: 'x' } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: '3 fields need attention: name, address.city, surname.',
      code: 'invalid-fields',
      fields: {
        name: 'This is required.',
        'address.city': 'This must be text.',
        surname: 'This field doesn’t exist.',
      },
    });
  });

  test('name the first 100 of many errors, in a few kilobytes, and how many more there are', async () => {
    const keys = Array.from({ length: 400 }, (_, at) => `k${at}`);
    const wrong = { ...right, ...Object.fromEntries(keys.map((key) => [key, 1])) };
    const { error, fields } = (await post(wrong)).json<ErrorBody>();
    expect(error).toBe(`400 fields need attention: ${keys.slice(0, 20).join(', ')}, and 380 more.`);
    expect(Object.keys(fields ?? {})).toEqual(keys.slice(0, 100));
    const long = await post({ ['\0'.repeat(600)]: 1, ['é'.repeat(100)]: 1 });
    expect(long.body.length).toBeLessThan(1_500);
    expect(Object.keys(long.json<ErrorBody>().fields ?? {})).toContain(`${'é'.repeat(60)}…`);
  });

  test('report an invalid query parameter by its name', async () => {
    const response = await service.call('POST', '/api/v1/echo/x?page=9', { payload: right });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'invalid-fields',
      fields: { page: 'Use one of: 1, 2.' },
    });
  });

  test.each([
    ['malformed JSON', '{"fields":', 400, 'malformed-request'],
    [
      'text that is not UTF-8',
      Buffer.from('{"a":"Jos\u00e9"}', 'latin1'),
      400,
      'malformed-request',
    ],
    ['an empty body', '', 400, 'malformed-request'],
    ['no object', '[]', 400, 'malformed-request'],
    ['null', 'null', 400, 'malformed-request'],
    [
      'more than 4 KiB before it is known who sends them',
      `"${'x'.repeat(4_095)}"`,
      413,
      'request-too-large',
    ],
    ['more than 20 levels', `${'['.repeat(21)}${']'.repeat(21)}`, 400, 'malformed-request'],
  ])('reject %s', async (_what, payload, status, code) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ error: expect.stringMatching(/\.$/), code });
  });

  test('reject a key that is there twice', async () => {
    const response = await post('{"fields":{"name":"Ada","name":"Bea","address":{"city":"x"}}}');
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'The body has "name" twice in one object. Send each key once.',
        code: 'malformed-request',
      },
    ]);
  });

  test('say how large a body can be also to a sender who reads at the end', async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const broker = await makePerson(service.database.db, 'broker');
    const { hostname, port } = new URL(service.app.publicUrl);
    const body = Buffer.alloc(20 * 1024 * 1024, 'x');
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v1/lead HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${broker.bearer.authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // Reads nothing before all is written, as many clients do.
    await new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, resolve);
    });
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1\.1 413 [^]*a JSON body can have 1 MiB here/);
    socket.destroy();
  });

  test('reject a body that is not JSON, or none at all', async () => {
    const form = await post('name=Ada', 'application/x-www-form-urlencoded');
    expect(form.statusCode).toBe(415);
    expect(form.json()).toMatchObject({ code: 'unsupported-body-type' });
    const none = await service.call('POST', '/api/v1/echo/x');
    expect(none.statusCode).toBe(400);
    expect(none.json()).toMatchObject({ code: 'malformed-request' });
  });

  test.each(['/api/v1/nothing', '/portal/nothing', '/nothing', '/api/v1/echo/%00', '/api'])(
    '404 for %s',
    async (url) => {
      const method = url.includes('echo') ? 'POST' : 'GET';
      const response = await service.call(method, url);
      expect(response.statusCode).toBe(404);
      const code = url.includes('echo') ? 'not-found' : 'unknown-address';
      expect(response.json()).toEqual({ error: expect.any(String), code });
    },
  );

  test.each([
    ['GET', '/api/v1/lead/', '/api/v1/lead'],
    ['POST', '/api/v1/lead/', '/api/v1/lead'],
    ['PATCH', '/api/v1/LEAD/', '/api/v1/LEAD'],
    ['GET', '/api/v1/deal/?page=1', '/api/v1/deal'],
  ] as const)(
    '%s %s, which has no identifier, is told from the list',
    async (method, url, list) => {
      const broker = await makePerson(service.database.db, 'broker');
      const headers = broker.bearer;
      const response = await service.call(method, url, { headers });
      const isKnown = list !== '/api/v1/LEAD';
      const error = isKnown
        ? `There’s nothing at this address. The address ends with a slash: leave it out for ${list}, or add an identifier.`
        : 'There’s nothing at this address.';
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error, code: 'unknown-address' },
      ]);
    },
  );

  test('400 for an address that is no URL', async () => {
    const response = await service.call('GET', '/api/v1/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: expect.any(String), code: 'malformed-request' });
  });

  test('405 with Allow for a wrong method', async () => {
    const response = await service.call('DELETE', '/api/v1/echo/x?a=b');
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
    expect(response.json()).toMatchObject({ code: 'method-not-allowed' });
    expect((await service.call('PATCH', '/portal/session')).headers.allow).toBe(
      'GET, HEAD, POST, DELETE',
    );
  });

  test.each([
    { 'x-failure': 'Connection terminated unexpectedly' },
    { 'x-failure': 'timeout exceeded when trying to connect' },
    { 'x-failure': 'server login has been failing, try again later', 'x-code': '08P01' },
    { 'x-failure': 'cannot execute INSERT in a read-only transaction', 'x-code': '25006' },
    { 'x-failure': 'terminating connection due to administrator command', 'x-code': '57P01' },
  ])('503 with Retry-After while the database is away or being promoted: %s', async (headers) => {
    const response = await service.call('GET', '/api/v1/broken', { headers });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
    expect(response.json()).toMatchObject({ code: 'service-busy' });
    lines.length = 0;
  });

  test('one that fails after it has started is cut off, and logged without values', async () => {
    lines.length = 0;
    await expect(service.call('GET', '/portal/half')).rejects.toThrow('response destroyed');
    const [line = '', ...more] = lines;
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ route: 'GET /portal/half', code: '22P02' });
    expect(line).not.toContain('Zelda');
    lines.length = 0;
  });

  test('an internal error shows a request id and no details, and is logged without the query', async () => {
    const response = await service.call('GET', '/api/v1/broken?q=somebody%40people.test');
    expect(response.statusCode).toBe(500);
    const { error, code } = response.json<{ error: string; code: string }>();
    expect(code).toBe('internal-error');
    expect(error).not.toContain('10.0.0.7');
    const [line = ''] = lines;
    const { requestId } = z.object({ requestId: z.string() }).parse(JSON.parse(line));
    expect(error).toContain(requestId);
    expect(requestId).toMatch(/^[a-z2-7]{12}$/);
    expect(line).toContain('GET /api/v1/broken');
    expect(line).not.toContain('people.test');
  });
});
