import { createServer, type RequestListener } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type CannedService, json, startCannedService } from '#server/testing/canned-service.ts';
import { failureError } from '#server/testing/failures.ts';
import {
  type UpstreamTestApp,
  startInFrontOf,
  type Ways,
} from '#server/testing/upstream-test-app.ts';

const token = 'a-token-of-theirs/2026';
const lead = {
  id: 'lead-1',
  createdAt: '2026-11-20T01:00:00.000Z',
  fields: { firstName: 'Aroha' },
};

let service: CannedService;
let elsewhere: CannedService;
let world: UpstreamTestApp;
beforeAll(async () => {
  service = await startCannedService(json([lead]));
  elsewhere = await startCannedService(json([lead]));
  world = await startInFrontOf(service.url, token);
});
afterAll(async () => {
  await world.close();
  service.close();
  elsewhere.close();
});
interface Reported {
  readonly status: number;
  readonly headers: Headers;
  readonly error: string;
  readonly fields?: Readonly<Record<string, string>>;
}

async function ask(
  way: keyof Ways,
  path = '/api/v1/lead',
  init: RequestInit = {},
): Promise<Reported> {
  const response = await fetch(world.origin + path, {
    ...init,
    headers: { ...world.ways[way], ...(init.body ? { 'content-type': 'application/json' } : {}) },
  });
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  expect(failureError({ statusCode: response.status, headers, body })).toBeUndefined();
  const reported = world.log() + (response.ok ? '' : body + JSON.stringify(headers));
  for (const secret of [token, new URL(service.url).host, 'Aroha'])
    expect(reported).not.toContain(secret);
  const failure = response.ok ? {} : (JSON.parse(body) as { error: string });
  return { status: response.status, headers: response.headers, error: '', ...failure };
}

const reject =
  (status: number, body: unknown = { error: 'Their own words.' }, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const page: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<h1>Aroha’s intranet</h1>');
};
const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4_000 });
  response.write('[{"id":', () => response.destroy());
};
const raw =
  (text: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  };
const both = ['browser', 'program'] as const;

describe.each(both)('told to a %s', (way) => {
  test.each([
    [400, 'malformed-request'],
    [403, 'no-access'],
    [404, 'not-found'],
    [409, 'conflict'],
    [422, 'request-rejected'],
  ])('%i keeps its sentence and gets the code %s', async (status, code) => {
    service.respondWith(reject(status));
    expect(await ask(way)).toMatchObject({ status, error: 'Their own words.', code });
  });

  test('a code of the existing service is not taken for the portal’s', async () => {
    service.respondWith(reject(403, { error: 'No.', code: 'password-confirmation-required' }));
    expect(await ask(way)).toMatchObject({ error: 'No.', code: 'no-access' });
  });

  test('409 with Retry-After is a request that is still running', async () => {
    service.respondWith(reject(409, { error: 'Wait.' }, { 'retry-after': '2' }));
    expect(await ask(way)).toMatchObject({ status: 409, code: 'request-in-progress' });
  });

  test('the errors of fields pass too', async () => {
    service.respondWith(reject(400, { error: 'Two errors.', fields: { phone: 'Begin with +.' } }));
    const response = await ask(way);
    expect(response).toMatchObject({
      error: 'Two errors.',
      code: 'invalid-fields',
      fields: { phone: 'Begin with +.' },
    });
  });

  test.each([
    ['HTML', 'text/html', '<h1>Not found</h1>'],
    ['another shape', 'application/json', '{"message":"x"}'],
    ['the key', 'application/json', JSON.stringify({ error: `Bearer ${token} may not.` })],
    ['an address', 'application/json', JSON.stringify({ error: 'See http://10.0.0.7/admin.' })],
    ['a number', 'application/json', JSON.stringify({ error: 'ECONNREFUSED 10.0.0.7:5432' })],
    ['a port', 'application/json', JSON.stringify({ error: 'No answer of db.crm.test:5432.' })],
  ])('a rejection that has %s gets our sentence', async (_name, type, body) => {
    service.respondWith((_request, response) => {
      response.writeHead(404, { 'content-type': type });
      response.end(body);
    });
    expect(await ask(way)).toMatchObject({
      status: 404,
      error: 'This record doesn’t exist in the lender’s system.',
    });
  });

  test.each([['7'], ['Wed, 25 Nov 2026 09:00:00 GMT']])(
    '429 says when to come back: %s',
    async (after) => {
      service.respondWith(reject(429, { error: 'Slow down.' }, { 'retry-after': after }));
      const response = await ask(way);
      expect(response).toMatchObject({ status: 429, error: 'Slow down.', code: 'upstream-busy' });
      expect(response.headers.get('retry-after')).toBe(after);
    },
  );

  test.each(['-5', 'soon', '1e9'])('429 with a wait that is none: %s', async (after) => {
    service.respondWith(reject(429, { error: 'Slow down.' }, { 'retry-after': after }));
    expect((await ask(way)).headers.get('retry-after')).toBeNull();
  });

  const cannot =
    /^The lender’s system sent an unusable response at \d\d:\d\d UTC\. Nothing is lost: try again in a minute\.$/;
  const broke =
    /^The lender’s system broke off its response, or sent an unusable one, at \d\d:\d\d UTC\. Nothing is lost/;
  test.each<[string, RequestListener, RegExp]>([
    [
      '500',
      reject(500, { error: 'Aroha: stack trace' }),
      /had a problem at \d\d:\d\d UTC\. Nothing is lost/,
    ],
    ['503', reject(503, {}), /had a problem at/],
    ['HTML', page, cannot],
    ['JSON cut short', raw('[{"id":"lead-1","fields":{"firstName":"Aro'), cannot],
    ['no list', json({ data: [lead] }), cannot],
    ['nothing', raw(''), cannot],
    ['a body cut off', cutOff, broke],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: elsewhere.url }).end(),
      cannot,
    ],
    ['304 nobody asked for', (_request, response) => response.writeHead(304).end(), cannot],
  ])('%s is 502', async (_name, listener, sentence) => {
    service.respondWith(listener);
    const response = await ask(way);
    expect(response).toMatchObject({
      status: 502,
      error: expect.stringMatching(sentence),
      code: 'upstream-failed',
    });
    expect(elsewhere.requests).toEqual([]);
  });

  test('more than 16 MiB is 502', async () => {
    service.respondWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect((await ask(way)).status).toBe(502);
  });

  test.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    [
      'stops in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('[');
      },
    ],
    [
      'drips without end',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(drip));
      },
    ],
  ])('a service that %s is 504', async (_name, listener) => {
    service.respondWith(listener);
    expect(await ask(way)).toMatchObject({
      status: 504,
      code: 'upstream-timeout',
      error: expect.stringMatching(/took too long to answer at \d\d:\d\d UTC\. Nothing is lost/),
    });
  });

  test('a change whose answer was lost may be made once more', async () => {
    service.respondWith((request) => request.socket.destroy());
    const body = JSON.stringify({ fields: { tradingName: 'Kauri' } });
    expect(await ask(way, '/api/v1/LEAD/lead-1', { method: 'PATCH', body })).toMatchObject({
      status: 502,
      error: expect.stringContaining('make the same change again'),
    });
  });
});

describe('a key that the service rejects', () => {
  const needsApiKey = async () => {
    const response = await world.portal.call('GET', '/portal/session', {
      headers: world.broker.session,
    });
    return response.json<{ needsApiKey: boolean }>().needsApiKey;
  };

  test('is 401 to a program and 403 to a browser, and the session asks for it until it is taken again', async () => {
    service.respondWith(reject(401));
    const program = await ask('program');
    expect(program).toMatchObject({ status: 401, code: 'upstream-key-rejected' });
    expect(program.headers.get('www-authenticate')).toContain('Bearer');
    expect(await ask('browser')).toMatchObject({
      status: 403,
      code: 'upstream-key-rejected',
      error:
        'The lender’s system rejects your API key. Enter the current one on your profile page.',
    });
    expect(await needsApiKey()).toBe(true);
    service.respondWith(json([lead]));
    expect(await needsApiKey()).toBe(false);
    service.respondWith(reject(401));
    await ask('browser');
    service.respondWith(json([lead]));
    await ask('program');
    expect(await needsApiKey()).toBe(false);
  });

  test('without a key, the person is told to enter one', async () => {
    const { db } = world.portal.database;
    await db.deleteFrom('api_keys').where('account_id', '=', world.broker.accountId).execute();
    const before = service.requests.length;
    expect(await ask('browser')).toMatchObject({
      status: 403,
      code: 'upstream-key-missing',
      error: expect.stringContaining('First enter your API key on your profile page'),
    });
    expect((await ask('program')).status).toBe(401);
    expect(await needsApiKey()).toBe(true);
    expect(service.requests).toHaveLength(before);
  });
});

test('a service that is down is 503, with when to try again', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  const down = await startInFrontOf(`http://127.0.0.1:${port}`, token);
  for (const way of both) {
    const response = await fetch(`${down.origin}/api/v1/deal/1`, { headers: down.ways[way] });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toMatch(
      /could not be reached at \d\d:\d\d UTC\. Nothing is lost/,
    );
  }
  expect(down.log()).toContain('unreachable ECONNREFUSED');
  expect(down.log()).not.toContain(String(port));
  await down.close();
});

test('a page put together from many slow ones is 504 as soon as any other answer would be', async () => {
  const slow = await startCannedService((request, response) => {
    setTimeout(() => json([lead])(request, response), 400);
  });
  const there = await startInFrontOf(slow.url, token, { env: { UPSTREAM_LARGEST_PAGE: '1' } });
  const response = await fetch(`${there.origin}/api/v1/lead?pageSize=100`, {
    headers: there.ways.browser,
  });
  expect([response.status, slow.requests.length < 10]).toEqual([504, true]);
  await there.close();
  slow.close();
});
