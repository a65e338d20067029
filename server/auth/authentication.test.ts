import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { route } from '#server/http/routes.ts';
import { withService, testService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, disableAccount } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { issueAccessToken } from './access-tokens.ts';
import { replaceProfileKey } from './profile-keys.store.ts';

const { whoAmI } = endpoints('bearer', ['broker', 'partner-admin'], {
  whoAmI: [
    'GET /api/v1/who-am-i',
    'Returns the caller.',
    {
      response: z.object({
        accountId: z.string(),
        role: z.string(),
        partnerId: z.nullable(z.string()),
        contactId: z.nullable(z.string()),
      }),
    },
  ],
});

describe('authentication', () => {
  let broker: Person;
  const service = withService();
  beforeAll(async () => {
    route(service.app, whoAmI, async ({ caller }) => caller);
    broker = await makePerson(service.database.db, 'broker');
  });

  const ask = async (authorization?: string) =>
    service.call('GET', '/api/v1/who-am-i', { headers: authorization ? { authorization } : {} });
  const tokenOf = async (person: Person) => {
    const response = await service.as(person).post('/portal/access-token');
    return `Bearer ${response.json<{ accessToken: string }>().accessToken}`;
  };

  test('an API key identifies the caller, and its last use is stored', async () => {
    const response = await ask(broker.bearer.authorization);
    expect(response.json()).toEqual({
      accountId: broker.accountId,
      role: 'broker',
      partnerId: broker.partnerId,
      contactId: broker.contactId,
    });
    await expect
      .poll(async () => {
        const profile = await service.as(broker).get('/portal/profile');
        return profile.json<{ apiKey: { lastUsedAt: string | null } }>().apiKey.lastUsedAt;
      })
      .not.toBeNull();
  });

  test('an access token identifies the caller until its session ends', async () => {
    const person = await makePerson(service.database.db, 'partner-admin');
    const token = await tokenOf(person);
    expect((await ask(token)).json()).toMatchObject({ accountId: person.accountId });
    await service.as(person).delete('/portal/session');
    expect((await ask(token)).statusCode).toBe(401);
  });

  test('an access token is rejected when it has expired or was changed', async () => {
    const { app, database } = service;
    const { id } = await database.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', broker.accountId)
      .executeTakeFirstOrThrow();
    const old = issueAccessToken([Buffer.alloc(32)], id, new Date());
    expect((await ask(`Bearer ${old.accessToken}`)).statusCode).toBe(401);
    const [session, , signature] = (await tokenOf(broker)).split('.');
    expect((await ask(`${session}.zzzzzzzzz.${signature}`)).statusCode).toBe(401);
    expect(app.endpoints).toContain(whoAmI);
  });

  test('requests that arrive together each have their own caller, or none', async () => {
    const { db } = service.database;
    const disabled = await makePerson(db, 'broker');
    const people = await Promise.all([1, 2, 3].map(async () => makePerson(db, 'broker')));
    await disableAccount(db, disabled);
    const keys = [...people, disabled, ...people].map(({ bearer }) => bearer.authorization);
    const responses = await Promise.all([...keys, 'Bearer ppk_none'].map(ask));
    const own = people.map(({ accountId }) => accountId);
    expect(
      responses.map((response) => response.json<{ accountId?: string }>().accountId ?? null),
    ).toEqual([...own, null, ...own, null]);
  });

  test('a replaced API key is rejected at once, among requests with valid keys too', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const both = async () =>
      Promise.all([ask(person.bearer.authorization), ask(broker.bearer.authorization)]);
    expect((await both()).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await replaceProfileKey(service.database.db, testSecrets.apiKeys, person.accountId);
    expect((await both()).map(({ statusCode }) => statusCode)).toEqual([401, 200]);
  });

  test.each([
    [undefined, 'missing-token'],
    ['Bearer', 'missing-token'],
    ['Bearer ppk_', 'invalid-token'],
    ['Bearer a.b.c', 'invalid-token'],
    ['Basic YTpi', 'missing-token'],
    ['Bearer  é', 'missing-token'],
    [`Bearer ppk_${'x'.repeat(43)}`, 'invalid-token'],
  ])('401 with a challenge for %s: %s', async (authorization, code) => {
    const response = await ask(authorization);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(response.json()).toEqual({ error: expect.stringMatching(/\.$/), code });
  });

  test('a HEAD request needs the same credentials', async () => {
    const url = '/api/v1/who-am-i';
    expect((await service.call('HEAD', url)).statusCode).toBe(401);
    const { bearer } = await makePerson(service.database.db, 'support');
    expect((await service.call('HEAD', url, { headers: bearer })).statusCode).toBe(403);
    expect((await service.call('HEAD', url, { headers: broker.bearer })).statusCode).toBe(200);
  });

  test('a session cookie does not authenticate API requests, nor a bearer token the portal', async () => {
    const api = await service.call('GET', '/api/v1/who-am-i', { headers: broker.session });
    const portal = await service.call('GET', '/portal/session', { headers: broker.bearer });
    expect([api.statusCode, portal.statusCode]).toEqual([401, 401]);
  });

  test('403 for a role without access to the endpoint', async () => {
    const support = await makePerson(service.database.db, 'support');
    const response = await ask(support.bearer.authorization);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      error: 'Support staff don’t have access to this.',
      code: 'no-access',
    });
  });

  test('a disabled account is rejected at once, with all its credentials', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const token = await tokenOf(person);
    await disableAccount(service.database.db, person);
    expect((await ask(token)).statusCode).toBe(401);
    expect((await ask(person.bearer.authorization)).statusCode).toBe(401);
    const session = await service.as(person).get('/portal/session');
    expect(session.statusCode).toBe(401);
  });
});

test('a caller who sends too many requests has to wait, and nobody else', async () => {
  const service = await testService({ deps: { requestsPerMinute: 20 } });
  route(service.app, whoAmI, async ({ caller }) => caller);
  const busy = await makePerson(service.database.db, 'broker');
  const other = await makePerson(service.database.db, 'broker');
  const ask = async ({ bearer }: Person) =>
    service.call('GET', '/api/v1/who-am-i', { headers: bearer });
  const responses = await Promise.all(Array.from({ length: 20 }, async () => ask(busy)));
  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]));
  const rejected = await ask(busy);
  expect(rejected.statusCode).toBe(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  const accepted = await ask(other);
  expect([accepted.statusCode, accepted.headers]).toMatchObject([
    200,
    {
      'ratelimit-policy': '"requests";q=20;w=60',
      ratelimit: expect.stringMatching(/^"requests";r=19;t=\d+$/),
    },
  ]);
});

test('invalid tokens are counted by network, and valid ones from there still work', async () => {
  const service = await testService({ deps: { requestsPerMinute: 3 } });
  route(service.app, whoAmI, async ({ caller }) => caller);
  const { bearer } = await makePerson(service.database.db, 'broker');
  const ask = async (authorization: string, remoteAddress: string) =>
    (await service.call('GET', '/api/v1/who-am-i', { headers: { authorization }, remoteAddress }))
      .statusCode;
  const statuses = [];
  for (const end of ['1', '2', '3', '4'])
    statuses.push(await ask(`Bearer ppk_${end}`, `2001:db8::${end}`));
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect(await ask('Bearer ppk_x', '2001:db8:1::1')).toBe(401);
  expect(await ask(bearer.authorization, '2001:db8::1')).toBe(200);
});
