import { describe, expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { makePasskey, type SoftwarePasskey } from '#server/testing/access/software-passkey.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

const origin = 'http://portal.test';
const env = { PUBLIC_URL: origin };

describe('a passkey', () => {
  let time = Date.now();
  const { service, admin, support } = withPeople('PostgreSQL', {
    env,
    deps: { now: () => new Date(time) },
  });

  const confirm = async (person: Person) =>
    service.as(person).post('/portal/password-confirmation', { password: testPassword });
  const add = async (person: Person, passkey = makePasskey(origin), more = {}) => {
    const started = await service.as(person).post('/portal/passkeys/challenge');
    const made = passkey.register(started.json().challenge, more);
    return service.as(person).post('/portal/passkeys', { name: 'Work laptop', ...made });
  };
  /** Returns somebody with a passkey and no app. */
  const withPasskey = async (role: 'broker' | 'partner-admin' = 'partner-admin') => {
    const person = await makePerson(service.database.db, role, admin.partnerId);
    await confirm(person);
    const passkey = makePasskey(origin);
    expect((await add(person, passkey)).statusCode).toBe(200);
    return { person, passkey };
  };
  const challenge = async () => {
    const response = await service.call('POST', '/portal/session/passkey-challenge');
    return { challenge: response.json().challenge, headers: readCookies(response) };
  };
  const send = async (payload: object, headers = {}) =>
    service.call('POST', '/portal/session/passkey', { payload, headers });
  const signIn = async (passkey: SoftwarePasskey, as = {}) => {
    const started = await challenge();
    return send(passkey.sign(started.challenge, as), started.headers);
  };
  const list = async (person: Person) => (await service.as(person).get('/portal/passkeys')).json();

  test('is added with the password confirmed, and signs in alone', async () => {
    const person = await makePerson(service.database.db, 'partner-admin', admin.partnerId);
    const unconfirmed = await service.as(person).post('/portal/passkeys/challenge');
    expect(unconfirmed.json()).toMatchObject({ code: 'password-confirmation-required' });
    await confirm(person);
    const started = (await service.as(person).post('/portal/passkeys/challenge')).json();
    expect(started).toMatchObject({
      rp: { id: 'portal.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const passkey = makePasskey(origin);
    expect((await add(person, passkey)).statusCode).toBe(200);
    expect((await add(person, passkey)).json().code).toBe('second-factor-conflict');
    expect(await list(person)).toMatchObject([{ name: 'Work laptop', lastUsedAt: null }]);

    const signedIn = await signIn(passkey);
    expect(signedIn.json()).toMatchObject({ account: { id: person.accountId } });
    const headers = readCookies(signedIn);
    expect((await service.call('GET', '/portal/session', { headers })).statusCode).toBe(200);
    expect(await list(person)).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    const trail = await service.as(support).get(`/portal/audit?person=${person.accountId}`);
    expect(trail.json().entries).toMatchObject([
      { act: 'sign-in', details: { by: 'passkey' } },
      { act: 'factor-added', details: { factor: 'passkey' } },
    ]);
    const people = (await service.as(admin).get('/portal/accounts')).json<{ id: string }[]>();
    expect(people.find(({ id }) => id === person.accountId)).toMatchObject({
      factors: ['passkey'],
    });
  });

  test('where two steps are required, it is both; the password alone neither signs in nor sets up an app', async () => {
    const { person, passkey } = await withPasskey();
    const { config, database } = service;
    // The service that requires it would end sessions that a password alone has opened.
    await database.db.updateTable('sessions').set({ is_strong: true }).execute();
    const required = { ...config, requireSecondFactor: true };
    const app = await buildApp({ config: required, database, secrets: testSecrets });
    const ask = async (method: 'POST' | 'DELETE', url: string, more = {}) =>
      app.inject({ method, url, ...more });
    const payload = { email: person.email, password: testPassword };
    const first = await ask('POST', '/portal/session', { payload });
    expect(first.json()).toEqual({ nextStep: 'passkey' });
    const headers = readCookies(first);
    const setUp = await ask('POST', '/portal/session/authenticator', { headers });
    expect(setUp.json().code).toBe('second-step-expired');
    const started = await challenge();
    const signed = { payload: passkey.sign(started.challenge), headers: started.headers };
    expect((await ask('POST', '/portal/session/passkey', signed)).json()).toHaveProperty('account');
    // It is the only second factor, and one is required.
    const [{ id }] = await list(person);
    const remove = async () => ask('DELETE', `/portal/passkeys/${id}`, { headers: person.session });
    expect((await remove()).json().code).toBe('second-factor-conflict');
    await add(person);
    expect((await remove()).statusCode).toBe(200);
    expect(await list(person)).toHaveLength(1);
    await app.close();
  });

  test('of somebody else is not found', async () => {
    const [owner, stranger] = [await withPasskey('broker'), await withPasskey('broker')];
    const [{ id }] = await list(owner.person);
    const remove = async ({ person }: { person: Person }) =>
      (await service.as(person).delete(`/portal/passkeys/${id}`)).statusCode;
    expect([await remove(stranger), await remove(owner), await remove(owner)]).toEqual([
      404, 200, 404,
    ]);
  });

  test('a challenge works once, in the browser that asked for it, for 5 minutes', async () => {
    const { passkey } = await withPasskey('broker');
    const [one, other] = [await challenge(), await challenge()];
    const signed = passkey.sign(one.challenge);
    expect((await send(signed)).statusCode).toBe(401);
    expect((await send(signed, other.headers)).statusCode).toBe(401);
    expect((await send(signed, one.headers)).statusCode).toBe(200);
    expect((await send(signed, one.headers)).json().code).toBe('wrong-credentials');
    const late = await challenge();
    time += 5 * 60_000;
    expect((await send(passkey.sign(late.challenge), late.headers)).statusCode).toBe(401);
  });

  test.each([
    ['another origin', { origin: 'https://portal.test' }],
    ['another site', { rpId: 'elsewhere.test' }],
    ['no check of who holds the device', { isVerified: false }],
  ])('with %s neither signs in nor is added', async (_what, as) => {
    const { person, passkey } = await withPasskey('broker');
    expect((await signIn(passkey, as)).statusCode).toBe(401);
    expect((await add(person, makePasskey(origin), as)).json().code).toBe('wrong-code');
    expect((await signIn(passkey)).statusCode).toBe(200);
  });

  test('a copy is noticed by its counter; a signature of another key, and an unknown one fail', async () => {
    const { person, passkey } = await withPasskey('broker');
    expect((await signIn(passkey, { counter: 7 })).statusCode).toBe(200);
    for (const counter of [7, 3, 0])
      expect((await signIn(passkey, { counter })).statusCode).toBe(401);
    const started = await challenge();
    const signed = passkey.sign(started.challenge, { counter: 8 });
    const { signature } = makePasskey(origin).sign(started.challenge, { counter: 8 });
    expect((await send({ ...signed, signature }, started.headers)).statusCode).toBe(401);
    expect((await signIn(makePasskey(origin))).statusCode).toBe(401);
    const failed = await service.as(support).get('/portal/audit?act=sign-in-failed&pageSize=5');
    // The same failure once a minute.
    expect(failed.json().entries.slice(0, 2)).toMatchObject([
      { subject: null, details: { step: 'passkey' } },
      { subject: { id: person.accountId } },
    ]);
    const ofPerson = await service
      .as(support)
      .get(`/portal/audit?act=sign-in-failed&person=${person.accountId}`);
    expect(ofPerson.json().entries).toHaveLength(1);
  });

  test('ends with the account, and with a reset of the second factor', async () => {
    const [left, lost] = [await withPasskey('broker'), await withPasskey('broker')];
    await confirm(admin);
    const path = (id: string) => `/portal/accounts/${id}`;
    const { accountId } = left.person;
    await service.as(admin).patch(path(accountId), { isActive: false });
    await service.as(admin).patch(path(accountId), { isActive: true });
    await service.as(admin).delete(`${path(lost.person.accountId)}/second-factor`);
    for (const { passkey } of [left, lost]) expect((await signIn(passkey)).statusCode).toBe(401);
  });
});
