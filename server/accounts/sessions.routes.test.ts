import { describe, expect, test } from 'vitest';

import { withService, started, testService } from '#server/testing/access/with-people.ts';
import { untilWaiting } from '#server/testing/database/simultaneous.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';

import { storePassword } from './accounts.store.ts';

describe('sessions', () => {
  const service = withService();
  const person = started(async () => makePerson(service.database.db, 'broker'));

  const signIn = async (email: string, password: string, headers = {}) =>
    service.call('POST', '/portal/session', { payload: { email, password }, headers });
  const isSignedIn = async ({ session }: Person) =>
    (await service.call('GET', '/portal/session', { headers: session })).statusCode === 200;
  const setTimes = async (accountId: string, times: { expires_at: Date; ends_at?: Date }) =>
    service.database.db
      .updateTable('sessions')
      .set(times)
      .where('account_id', '=', accountId)
      .execute();

  test('signing in returns the account and sets a cookie that scripts and other sites cannot use', async () => {
    const response = await signIn(` ${person.email.toUpperCase()} `, testPassword);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      account: { id: person.accountId, email: person.email, role: 'broker' },
      partner: { id: person.partnerId },
      contact: { id: person.contactId },
      capabilities: { count: true, liveChanges: true },
    });
    expect(response.cookies).toMatchObject([
      { name: 'portal-session', httpOnly: true, sameSite: 'Strict', path: '/' },
      { name: 'portal-browser', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
  });

  test('a wrong password, an unknown email and an account without a password get the same response', async () => {
    const fresh = await makePerson(service.database.db, 'broker');
    await service.database.db
      .updateTable('accounts')
      .set({ password_hash: null })
      .where('id', '=', fresh.accountId)
      .execute();
    const wrong = await signIn(person.email, 'something else');
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong-credentials']);
    for (const email of ['nobody@people.test', fresh.email]) {
      const response = await signIn(email, testPassword);
      expect([response.statusCode, response.body]).toEqual([401, wrong.body]);
    }
  });

  test.each([{}, { email: 'a\u0000b', password: 'x' }, { email: ['a'], password: 'x' }])(
    'invalid input %j is reported at its field',
    async (payload) => {
      const response = await service.call('POST', '/portal/session', { payload });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toHaveProperty('fields.email');
    },
  );

  test('signing out ends the session, and again changes nothing', async () => {
    const leaver = await makePerson(service.database.db, 'support');
    for (const expected of [200, 200]) {
      const response = await service.as(leaver).delete('/portal/session');
      expect(response.statusCode).toBe(expected);
      expect(response.headers['clear-site-data']).toBe('"cache"');
    }
    expect(await isSignedIn(leaver)).toBe(false);
  });

  test('use moves the end of a session, but not beyond its last moment', async () => {
    const visitor = await makePerson(service.database.db, 'broker');
    const soon = new Date(Date.now() + 60_000);
    const last = new Date(Date.now() + 3_600_000);
    await setTimes(visitor.accountId, { expires_at: soon, ends_at: last });
    expect(await isSignedIn(visitor)).toBe(true);
    const { expires_at } = await service.database.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('account_id', '=', visitor.accountId)
      .executeTakeFirstOrThrow();
    expect(expires_at).toEqual(last);

    await setTimes(visitor.accountId, { expires_at: new Date(Date.now() - 1) });
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('a change from another site is rejected, one from the portal itself is not', async () => {
    const here = { host: '127.0.0.1:3000' };
    const attempt = async (headers: Record<string, string>) =>
      (await signIn(person.email, testPassword, { ...here, ...headers })).statusCode;
    expect(await attempt({ origin: 'https://evil.test' })).toBe(403);
    expect(await attempt({ origin: 'null' })).toBe(403);
    expect(await attempt({ origin: 'https://127.0.0.1:3000' })).toBe(403);
    expect(await attempt({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await attempt({ 'sec-fetch-site': 'same-site' })).toBe(403);
    // A name that its owner has lead here.
    const rebound = { host: 'evil.test:3000', origin: 'http://evil.test:3000' };
    expect(await attempt(rebound)).toBe(403);
    for (const host of ['127.0.0.1:3000', '[::1]:3000', '192.0.2.7', 'localhost:3000'])
      expect([host, await attempt({ host, origin: `http://${host}` })]).toEqual([host, 200]);
    expect(await attempt({ host: 'evil.test', origin: service.app.publicUrl })).toBe(200);
    expect(await attempt({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test('signing in again ends the browser’s earlier session', async () => {
    const visitor = await makePerson(service.database.db, 'broker');
    expect((await signIn(visitor.email, testPassword, visitor.session)).statusCode).toBe(200);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('an account has at most 20 sessions: one more ends the oldest', async () => {
    const visitor = await makePerson(service.database.db, 'broker');
    const cookies: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const [cookie] = (await signIn(visitor.email, testPassword)).cookies;
      cookies.push(`portal-session=${cookie?.value}`);
    }
    expect(await isSignedIn(visitor)).toBe(false);
    for (const cookie of cookies)
      expect(await isSignedIn({ ...visitor, session: { cookie } })).toBe(true);
    expect(await isSignedIn(person)).toBe(true);
  });

  test('demo accounts are not listed outside demo mode', async () => {
    const response = await service.call('GET', '/portal/sign-in');
    expect(response.json()).toEqual({
      demoAccounts: [],
      sendsEmails: false,
      provider: null,
    });
  });
});

test('a password that changes while it is checked signs nobody in', async () => {
  const service = await testService();
  const { db, pool } = service.database;
  const person = await makePerson(db, 'broker');
  const { signingIn } = await db.transaction().execute(async (tx) => {
    await storePassword(tx, person.accountId, 'another hash');
    const sent = service.call('POST', '/portal/session', {
      payload: { email: person.email, password: testPassword },
    });
    await untilWaiting(pool, 1);
    // In an object, because a transaction awaits what its callback returns.
    return { signingIn: sent };
  });
  expect((await signingIn).statusCode).toBe(401);
});

test('over https the cookie is bound to the host, and browsers must stay with https', async () => {
  const service = await testService({
    env: { PUBLIC_URL: 'https://portal.example.com' },
  });
  const person = await makePerson(service.database.db, 'broker');
  const response = await service.call('POST', '/portal/session', {
    payload: { email: person.email, password: testPassword },
  });
  expect(response.cookies).toMatchObject([
    { name: '__Host-portal-session', secure: true, path: '/' },
    { name: '__Host-portal-browser', secure: true, path: '/' },
  ]);
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('in demo mode only this machine is served', async () => {
  const service = await testService({ env: { DEMO: '1' } });
  const ask = async (headers: Record<string, string>) =>
    (await service.call('GET', '/portal/sign-in', { headers })).statusCode;
  expect(await ask({ host: 'localhost:3000' })).toBe(200);
  expect(await ask({ host: '[::1]:3000' })).toBe(200);
  expect(await ask({ host: 'portal.example.com' })).toBe(403);
  expect(await ask({ host: 'localhost:3000', 'x-forwarded-for': '10.0.0.1' })).toBe(403);
});

test('people are told their own partner’s currency, and support every partner’s', async () => {
  const service = await testService({
    env: { PARTNER_CURRENCY: 'AUD,another-partner:NZD' },
  });
  const currenciesOf = async (role: 'broker' | 'support') => {
    const { session } = await makePerson(service.database.db, role);
    return (await service.call('GET', '/portal/session', { headers: session })).json().currencies;
  };
  expect(await currenciesOf('broker')).toEqual({ usual: 'AUD', byPartner: {} });
  expect(await currenciesOf('support')).toEqual({
    usual: 'AUD',
    byPartner: { 'another-partner': 'NZD' },
  });
});
