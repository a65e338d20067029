import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';

import { appCode, setUpApp } from '#server/testing/access/apps.ts';
import {
  prepareSignIns,
  readCookies,
  readWait,
  statuses,
} from '#server/testing/access/sign-ins.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';

describe.each(databases)('the second step of signing in on %s', (kind) => {
  const fixture = prepareSignIns(kind);
  const { clock, now } = fixture;

  /** Returns somebody with an app, whose password was right in a browser. */
  async function atStep() {
    const person = await fixture.person();
    const app = await setUpApp(fixture.service.database.db, person.accountId);
    return { person, ...app, first: await fixture.signIn(person.email, testPassword) };
  }
  const enter = async (first: LightMyRequestResponse, code: string, more = {}) =>
    fixture.service.call('POST', '/portal/session/code', {
      headers: { ...readCookies(first), ...more },
      payload: { code },
    });
  const isSignedIn = async (response: LightMyRequestResponse) =>
    (await fixture.service.call('GET', '/portal/session', { headers: readCookies(response) }))
      .statusCode === 200;
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1_000);

  test('nobody is signed in before the code; the password alone makes no browser known', async () => {
    const { secret, first, person } = await atStep();
    expect(first.json()).toEqual({ nextStep: 'code' });
    expect(first.cookies).toMatchObject([
      { name: 'portal-sign-in', httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 600 },
    ]);
    expect(await isSignedIn(first)).toBe(false);
    // Neither a session cookie of before nor one that was planted is taken over.
    const planted = `${readCookies(first).cookie}; portal-session=planted`;
    const second = await enter(first, appCode(secret, now()), { cookie: planted });
    expect(second.json()).toMatchObject({ account: { id: person.accountId } });
    const names = second.cookies.map(({ name, value }) => [name, value === '' ? 'none' : 'set']);
    expect(names).toEqual([
      ['portal-session', 'set'],
      ['portal-browser', 'set'],
      ['portal-sign-in', 'none'],
    ]);
    expect(await isSignedIn(second)).toBe(true);
    expect(second.cookies[0]?.value).not.toBe('planted');
    const again = await enter(first, appCode(secret, after(30)));
    expect([again.statusCode, again.json().code]).toEqual([401, 'second-step-expired']);
  });

  test('a code works once, also of two uses at once, and no earlier one after it', async () => {
    const { secret, first, person } = await atStep();
    const others = [
      await fixture.signIn(person.email, testPassword),
      await fixture.signIn(person.email, testPassword),
    ];
    const code = appCode(secret, now());
    const both = await Promise.all([first, ...others].map(async (step) => enter(step, code)));
    expect(statuses(both).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
    const next = await fixture.signIn(person.email, testPassword);
    expect((await enter(next, appCode(secret, after(-30)))).json().code).toBe('wrong-code');
    expect((await enter(next, appCode(secret, after(30)))).statusCode).toBe(200);
  });

  test.each([
    [-61, 400],
    [-30, 200],
    [30, 200],
    [61, 400],
  ])('a clock that is %d s off: %d', async (seconds, status) => {
    const { secret, first } = await atStep();
    expect((await enter(first, appCode(secret, after(seconds)))).statusCode).toBe(status);
  });

  test('a recovery code works once, however it is typed', async () => {
    const { recoveryCodes, first, person } = await atStep();
    const [code = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(code).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
    expect((await enter(first, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).statusCode).toBe(
      200,
    );
    const next = await fixture.signIn(person.email, testPassword);
    expect((await enter(next, code)).statusCode).toBe(400);
  });

  test('guessing slows down, needs the password again, and keeps no known browser waiting', async () => {
    const { secret, first, person } = await atStep();
    const known = await enter(first, appCode(secret, now()));
    let step = await fixture.signIn(person.email, testPassword);
    const waits: number[] = [];
    for (let at = 0; at < 15; at += 1) {
      const response = await enter(step, '000000');
      if (response.statusCode === 429) {
        waits.push(readWait(response));
        clock.ms += readWait(response) * 1_000;
      } else if (response.statusCode === 401)
        step = await fixture.signIn(person.email, testPassword);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    expect((await enter(step, '000000')).json().code).toBe('second-step-expired');
    step = await fixture.signIn(person.email, testPassword);
    expect((await enter(step, appCode(secret, after(30)))).statusCode).toBe(429);
    const browser = known.cookies.find(({ name }) => name === 'portal-browser')?.value;
    const headers = { cookie: `portal-browser=${browser}` };
    const own = await fixture.signIn(person.email, testPassword, { headers });
    const cookie = `${headers.cookie}; ${readCookies(own).cookie}`;
    expect((await enter(own, appCode(secret, after(30)), { cookie })).statusCode).toBe(200);
  });

  test('a right password whose second step is missing is no way to set up another app', async () => {
    const { first } = await atStep();
    for (const method of ['POST', 'PUT'] as const) {
      const response = await fixture.service.call(method, '/portal/session/authenticator', {
        headers: readCookies(first),
        ...(method === 'PUT' && { payload: { code: '123456' } }),
      });
      expect(response.json().code).toBe('second-step-expired');
    }
  });
});

test('where it is required, a partner admin without an app sets one up before anything else', async () => {
  const service = await testService({ env: { REQUIRE_SECOND_FACTOR: '1' } });
  const admin = await makePerson(service.database.db, 'partner-admin');
  const broker = await makePerson(service.database.db, 'broker');
  const signIn = async ({ email }: { email: string }) =>
    service.call('POST', '/portal/session', { payload: { email, password: testPassword } });
  expect((await signIn(broker)).json()).toHaveProperty('account');
  const first = await signIn(admin);
  expect(first.json()).toEqual({ nextStep: 'set-up' });
  const headers = readCookies(first);
  const call = async (method: 'POST' | 'PUT', payload?: object) =>
    service.call(method, '/portal/session/authenticator', { headers, ...(payload && { payload }) });
  const { secret, address } = (await call('POST')).json();
  expect(address).toMatch(/^otpauth:\/\/totp\/Partner%20portal:.+secret=[A-Z2-7]{32}&/);
  expect((await call('PUT', { code: '000000' })).json()).toMatchObject({ code: 'wrong-code' });
  const done = await call('PUT', { code: appCode(secret) });
  expect(done.json()).toMatchObject({ session: { account: { id: admin.accountId } } });
  expect(done.json().recoveryCodes).toHaveLength(10);
  const confirmed = await service.call('POST', '/portal/password-confirmation', {
    headers: readCookies(done),
    payload: { password: testPassword },
  });
  const session = readCookies(confirmed);
  const removed = await service.call('DELETE', '/portal/authenticator', { headers: session });
  expect(removed.json().code).toBe('second-factor-conflict');
  expect((await signIn(admin)).json()).toEqual({ nextStep: 'code' });
});
