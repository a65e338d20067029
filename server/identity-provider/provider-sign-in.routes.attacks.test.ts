import { createServer } from 'node:http';

import { describe, expect, test } from 'vitest';

import {
  openIdentityProvider,
  providerSteps,
  signInAtProvider,
} from '#server/testing/access/identity-provider.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { started, withService, testService } from '#server/testing/access/with-people.ts';

describe('an attack on signing in by a provider', () => {
  let time = Date.now();
  const lines: string[] = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  const provider = started(openIdentityProvider);
  const service = withService('PostgreSQL', () => ({
    env: provider.env,
    deps: { logStream, logsRequests: true, now: () => new Date(time) },
  }));
  const person = { email_verified: true, name: 'Ann Lee', groups: 'staff' };
  const steps = started(async () => {
    for (const user of ['victim', 'attacker'])
      provider.people.set(user, { ...person, email: `${user}@harbour.test` });
    return providerSteps(service);
  });

  /** Returns the code of a response, and whether it signs somebody in. */
  const read = (response: Awaited<ReturnType<typeof steps.end>>) => [
    response.json().code,
    response.cookies.some(({ name }) => name === 'portal-session'),
  ];
  const rejected = ['wrong-credentials', false];
  const notStarted = ['second-step-expired', false];

  test('a response is of no use in another browser, or in one that began nothing', async () => {
    const [victim, attacker] = [await steps.begin(), await steps.begin()];
    const response = await signInAtProvider(attacker.address, 'attacker');
    expect(read(await steps.end(response))).toEqual(notStarted);
    // The victim opens the link of the attacker, who would have signed them in as himself.
    expect(read(await steps.end(response, victim.headers))).toEqual(rejected);
    expect(victim.response.cookies).toMatchObject([
      { httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
  });

  test('a stolen code is of no use beside the state of another sign-in', async () => {
    const [victim, attacker] = [await steps.begin(), await steps.begin()];
    const stolen = new URLSearchParams(await signInAtProvider(victim.address, 'victim'));
    const own = new URLSearchParams(await signInAtProvider(attacker.address, 'attacker'));
    own.set('code', stolen.get('code') ?? '');
    expect(read(await steps.end(String(own), attacker.headers))).toEqual(rejected);
  });

  test('a response works once, and not after ten minutes', async () => {
    const { address, headers } = await steps.begin();
    const response = await signInAtProvider(address, 'victim');
    expect((await steps.end(response, headers)).statusCode).toBe(200);
    expect(read(await steps.end(response, headers))).toEqual(notStarted);
    const late = await steps.begin();
    const lateResponse = await signInAtProvider(late.address, 'victim');
    time += 10 * 60_000;
    expect(read(await steps.end(lateResponse, late.headers))).toEqual(notStarted);
  });

  test('a response of another provider, without a code or cancelled signs nobody in', async () => {
    for (const change of [
      (response: URLSearchParams) => response.set('iss', 'https://login.attacker.test'),
      (response: URLSearchParams) => response.delete('iss'),
      (response: URLSearchParams) => response.delete('code'),
      (response: URLSearchParams) => response.append('code', 'another'),
      (response: URLSearchParams) => response.set('state', 'another'),
    ]) {
      const { address, headers } = await steps.begin();
      const response = new URLSearchParams(await signInAtProvider(address, 'victim'));
      change(response);
      expect(read(await steps.end(String(response), headers))).toEqual(rejected);
    }
    const { address, headers } = await steps.begin();
    expect(read(await steps.end(await signInAtProvider(address, ''), headers))).toEqual(rejected);
  });

  const edit = (token: string, at: number, change: (part: string) => string) =>
    token
      .split('.')
      .map((part, index) => (index === at ? change(part) : part))
      .join('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  test.each([
    ['somebody else’s subject', 1, (part: string) => encode({ ...decode(part), sub: 'attacker' })],
    ['no signature', 0, (part: string) => encode({ ...decode(part), alg: 'none' })],
    ['another signature', 2, (part: string) => part.split('').toReversed().join('')],
  ])('an ID token with %s signs nobody in', async (_what, at, change) => {
    provider.tampering.change = (token) => edit(token, at, change);
    expect(read(await steps.signIn('victim'))).toEqual(rejected);
    provider.tampering.change = (token) => token;
    expect((await steps.signIn('victim')).statusCode).toBe(200);
  });

  test.each(['//attacker.test', '/\\attacker.test', 'https://attacker.test', '', '/a\nb'])(
    'the way back is not %j',
    async (returnTo) => {
      const { response } = await steps.begin(returnTo);
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid-fields']);
    },
  );

  test('the longest way back fits into the cookie', async () => {
    const { headers } = await steps.begin(`/leads?q=${'a'.repeat(1_991)}`);
    expect(headers.cookie.length).toBeLessThan(4_000);
  });

  test('another site neither begins nor ends a sign-in', async () => {
    const { address, headers } = await steps.begin();
    const response = await signInAtProvider(address, 'victim');
    const origin = { ...headers, origin: 'https://attacker.test' };
    expect((await steps.end(response, origin)).json().code).toBe('cross-site-request');
    const from = { origin: 'https://attacker.test' };
    const begins = await steps.begin('/', '/portal/session/provider-request', from);
    expect(begins.response.json().code).toBe('cross-site-request');
  });

  test('in the log is neither a token nor a person; the database has no token of the provider', async () => {
    expect(lines.join('')).toContain('response of the identity provider rejected');
    expect(lines.join('')).not.toMatch(/harbour\.test|Ann Lee|code=|state=|shared-by-provider|eyJ/);
    const { rows } = await service.database.pool.query(
      "select column_name from information_schema.columns where table_name = 'identities' order by 1",
    );
    expect(rows.map(({ column_name }) => column_name)).toEqual([
      'account_id',
      'created_at',
      'issuer',
      'subject',
    ]);
  });
});

test('a provider that does not respond leaves the password, and is found once it is back', async () => {
  const provider = await openIdentityProvider();
  const port = new URL(provider.issuer).port;
  await provider.close();
  const service = await testService({ env: provider.env });
  const { begin } = providerSteps(service);
  const sentence =
    'Harbour Login doesn’t respond. Sign in with your password, or try again in a minute.';
  expect((await begin()).response.json()).toEqual({
    error: sentence,
    code: 'provider-unreachable',
  });
  const foreign = JSON.stringify({ issuer: 'https://login.attacker.test' });
  const responses = [
    { status: 500, body: '' },
    { status: 200, body: foreign },
  ];
  const broken = createServer((_request, response) => {
    const { status, body } = responses.shift() ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => broken.listen(Number(port), '127.0.0.1', resolve));
  expect((await begin()).response.statusCode).toBe(503);
  expect((await begin()).response.statusCode).toBe(503);
  expect(responses).toEqual([]);
  broken.closeAllConnections();
  await new Promise((resolve) => broken.close(resolve));
  expect((await service.call('GET', '/portal/sign-in')).json()).toMatchObject({
    provider: 'Harbour Login',
  });
  const back = await openIdentityProvider(Number(port));
  const { address, response } = await begin();
  expect(new URL(address).origin).toBe(provider.issuer);
  expect(readCookies(response).cookie).toContain('portal-sign-in=');
  await back.close();
});

describe('many who begin to sign in', () => {
  const requested: (string | undefined)[] = [];
  let down = false;
  const stub = started(async () => {
    const server = createServer((request, response) => {
      requested.push(request.url);
      const metadata = {
        issuer,
        authorization_endpoint: issuer,
        token_endpoint: `${issuer}/token`,
      };
      response.writeHead(down ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(metadata));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' };
    return { env, close: () => server.close().closeAllConnections() };
  });
  let time = Date.parse('2026-11-27T09:00:00Z');
  const service = withService('PostgreSQL', () => ({
    env: stub.env,
    deps: { now: () => new Date(time) },
  }));
  const steps = started(async () => providerSteps(service));

  test('ask the provider about itself once in five minutes, and each time while it fails', async () => {
    await steps.begin();
    await steps.begin();
    expect(requested).toEqual(['/.well-known/openid-configuration']);
    [time, down] = [time + 5 * 60_000, true];
    expect((await steps.begin()).response.statusCode).toBe(503);
    expect((await steps.begin()).response.statusCode).toBe(503);
    expect(requested).toHaveLength(3);
    down = false;
    expect((await steps.begin()).response.statusCode).toBe(200);
  });

  test('an outage after the first step is recorded as nobody’s failure', async () => {
    const { address, headers } = await steps.begin();
    const state = new URL(address).searchParams.get('state') ?? '';
    down = true;
    const ended = await steps.end(String(new URLSearchParams({ code: 'one', state })), headers);
    expect(ended.json().code).toBe('provider-unreachable');
    const { rows } = await service.database.pool.query(
      "select from audit_entries where kind = 'sign-in-failed'",
    );
    expect(rows).toEqual([]);
    const failed = await service.database.pool.query(
      'select from failed_attempts where failures > 0',
    );
    expect(failed.rows).toEqual([]);
    down = false;
  });

  test('of one network keep nobody waiting, and nothing is stored of it', async () => {
    const read = async () => {
      const tables = ['one_time_tokens', 'failed_attempts'];
      const counts = tables.map((table) => `(select count(*) from ${table})`);
      return (await service.database.pool.query(`select ${counts.join(' + ')} as rows`)).rows;
    };
    const before = await read();
    for (let at = 0; at < 150; at += 1) expect((await steps.begin()).response.statusCode).toBe(200);
    expect(await read()).toEqual(before);
  });
});
