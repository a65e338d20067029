import { describe, expect, test } from 'vitest';

import type { ManagedAccount } from '#contract/portal/people/managed-accounts.ts';
import { appCode, setUpApp } from '#server/testing/access/apps.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { confirmPassword, makePerson, type Person, testPassword } from '#server/testing/people.ts';

import { endSessionsWithoutFactor } from './second-factors.store.ts';

describe('one’s own second factor', () => {
  const { service, admin } = withPeople();

  const confirm = async (person: Person) => confirmPassword(service.database.db, person);
  const signIn = async ({ email }: Person) =>
    service.call('POST', '/portal/session', { payload: { email, password: testPassword } });
  const isSignedIn = async (headers: { cookie: string }) =>
    (await service.call('GET', '/portal/session', { headers })).statusCode === 200;
  const listFactors = async (person: Person) =>
    (await service.as(admin).get('/portal/accounts'))
      .json<ManagedAccount[]>()
      .find(({ id }) => id === person.accountId)?.factors;

  test('is set up with the password and a code, which ends other sessions and renews this one', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    expect((await service.as(person).post('/portal/authenticator')).json()).toMatchObject({
      code: 'password-confirmation-required',
    });
    const other = readCookies(await signIn(person));
    await confirm(person);
    const { secret } = (await service.as(person).post('/portal/authenticator')).json();
    const put = async (code: string) => service.as(person).put('/portal/authenticator', { code });
    expect((await put('000000')).json()).toMatchObject({ fields: { code: expect.any(String) } });
    expect(await listFactors(person)).toEqual([]);
    expect((await signIn(person)).json()).toHaveProperty('account');
    const before = { ...person.session };
    const done = await put(appCode(secret));
    expect(done.json().recoveryCodes).toHaveLength(10);
    expect([await isSignedIn(other), await isSignedIn(before)]).toEqual([false, false]);
    expect(await isSignedIn(readCookies(done))).toBe(true);
    expect(await listFactors(person)).toEqual(['authenticator']);
    expect((await signIn(person)).json()).toEqual({ nextStep: 'code' });
  });

  test('its secret is encrypted and its recovery codes are hashed; another app replaces it', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const { secret, recoveryCodes } = await setUpApp(service.database.db, person.accountId);
    const stored = await service.database.pool.query(
      `select encode(encrypted, 'escape') as text from authenticators where account_id = $1
        union all select code_hash from recovery_codes where account_id = $1`,
      [person.accountId],
    );
    const texts = stored.rows.map(({ text }) => String(text)).join(' ');
    for (const shown of [secret, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(texts).not.toContain(shown);

    await confirm(person);
    const renewed = (await service.as(person).post('/portal/recovery-codes')).json();
    expect(renewed.recoveryCodes).not.toContain(recoveryCodes[0]);
    await service.as(person).post('/portal/authenticator');
    // Until a code confirms the other app, the first one is required.
    const code = appCode(secret);
    expect((await service.as(person).put('/portal/authenticator', { code })).statusCode).toBe(400);
    expect((await service.as(person).get('/portal/second-factor')).json()).toMatchObject({
      since: expect.any(String),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect((await service.as(person).delete('/portal/authenticator')).statusCode).toBe(200);
    expect((await signIn(person)).json()).toHaveProperty('account');
  });

  test('an admin removes that of a lost phone, which ends the sessions and is in the audit trail', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    await setUpApp(service.database.db, person.accountId);
    await confirm(admin);
    const path = `/portal/accounts/${person.accountId}/second-factor`;
    expect((await service.as(admin).delete(path)).statusCode).toBe(200);
    expect(await isSignedIn(person.session)).toBe(false);
    expect((await signIn(person)).json()).toHaveProperty('account');
    const trail = await service.as(admin).get(`/portal/audit?act=factor-removed`);
    expect(trail.json().entries).toMatchObject([
      { actor: { id: admin.accountId }, subject: { id: person.accountId } },
    ]);
  });

  test('nobody removes one that is not there, nor says so in the audit trail', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    for (const one of [person, admin]) await confirm(one);
    const remove = async () => (await service.as(person).delete('/portal/authenticator')).json();
    const none = { error: 'You have no authenticator app.', code: 'not-found' };
    expect(await remove()).toEqual(none);
    // An app that is being set up is not required yet.
    await service.as(person).post('/portal/authenticator');
    expect(await remove()).toEqual(none);
    const reset = `/portal/accounts/${person.accountId}/second-factor`;
    expect((await service.as(admin).delete(reset)).json()).toEqual({
      error: 'This person has no second factor.',
      code: 'second-factor-conflict',
    });
    expect(await isSignedIn(person.session)).toBe(true);
    const trail = await service.as(admin).get(`/portal/audit?person=${person.accountId}`);
    expect(trail.json().entries).toEqual([]);
  });

  test('where it becomes required, sessions that a password alone opened end; those of brokers and with a code stay', async () => {
    const { db } = service.database;
    const [without, owner] = [
      await makePerson(db, 'support'),
      await makePerson(db, 'partner-admin'),
    ];
    const broker = await makePerson(db, 'broker');
    const { secret } = await setUpApp(db, owner.accountId);
    const headers = readCookies(await signIn(owner));
    const payload = { code: appCode(secret) };
    const byCode = readCookies(
      await service.call('POST', '/portal/session/code', { headers, payload }),
    );
    await endSessionsWithoutFactor(db);
    const left = [without.session, owner.session, byCode, broker.session].map(isSignedIn);
    expect(await Promise.all(left)).toEqual([false, false, true, true]);
  });
});
