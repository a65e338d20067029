import { describe, expect, test } from 'vitest';

import {
  networks,
  prepareSignIns,
  readCookies,
  statuses,
  readWait,
  wrongPassword,
} from '#server/testing/access/sign-ins.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';

// Rules whose statements failed-attempts.store.test.ts runs on both databases.
describe('wrong passwords', () => {
  const fixture = prepareSignIns('PostgreSQL');
  const { clock, person, signIn, guesses, knownBrowser } = fixture;

  test('the browser of an owner is let in at once, whoever else guesses from wherever', async () => {
    const owner = await person();
    const headers = await knownBrowser(owner);
    await guesses(owner.email, 100, (at) => networks[at] ?? '');
    await guesses(owner.email, 10, () => fixture.elsewhere);
    expect((await signIn(owner.email, testPassword, { headers })).statusCode).toBe(200);
  });

  test('a fresh browser whose network never failed waits a minute at most, however many go on guessing', async () => {
    const { email } = await person();
    await guesses(email, 100, (at) => networks[at] ?? '');
    const first = await signIn(email, testPassword);
    expect(first.statusCode).toBe(429);
    expect(readWait(first)).toBeLessThanOrEqual(60);
    // Far more than the one of 10 s that is admitted.
    const ends = clock.ms + readWait(first) * 1_000;
    while (clock.ms < ends) {
      clock.ms = Math.min(clock.ms + 5_000, ends);
      await guesses(email, clock.ms < ends ? 10 : 30, (at) => networks[at] ?? '');
    }
    expect((await signIn(email, testPassword)).statusCode).toBe(200);
  });

  test('others behind the same address are let in', async () => {
    const [target, neighbour] = [await person(), await person()];
    await guesses(target.email, 10, () => networks[0] ?? '');
    const response = await signIn(neighbour.email, testPassword, { remoteAddress: networks[0] });
    expect(response.statusCode).toBe(200);
  });

  test('a hundred wrong passwords from one office make no colleague wait', async () => {
    const remoteAddress = '192.0.2.66';
    const [colleague, known] = [await person(), await person()];
    const before = await knownBrowser(known);
    const people = await Promise.all(Array.from({ length: 25 }, person));
    const guess = async (at: number) =>
      signIn(people[at % 25]?.email ?? '', wrongPassword, { remoteAddress });
    const signInThere = async (headers: Record<string, string>) =>
      Promise.all([
        signIn(known.email, testPassword, { remoteAddress, headers }),
        signIn(colleague.email, testPassword, { remoteAddress }),
      ]);
    for (let at = 0; at < 99; at += 1) expect((await guess(at)).statusCode).toBe(401);
    const first = await signInThere(before);
    expect(statuses(first)).toEqual([200, 200]);
    // However many more there are: two seconds at most, and in a known browser none.
    for (let at = 99; at < 120; at += 1) {
      clock.ms += 2_000;
      expect((await guess(at)).statusCode).toBe(401);
    }
    const [inKnown, inNew] = await signInThere(readCookies(first[0]));
    expect([inKnown.statusCode, inNew.statusCode, readWait(inNew)]).toEqual([200, 429, 2]);
  });

  test('one address that guesses at many accounts is slowed down', async () => {
    const remoteAddress = '192.0.2.77';
    // Passwords of accounts that exist: without an account, each check has its full cost.
    const people = await Promise.all(Array.from({ length: 22 }, person));
    const responses = [];
    for (let at = 0; at < 110; at += 1) {
      const email = people[at % people.length]?.email ?? '';
      responses.push(await signIn(email, wrongPassword, { remoteAddress }));
    }
    expect(statuses(responses).filter((status) => status === 401)).toHaveLength(100);
    expect(Math.max(...responses.map(readWait))).toBeLessThanOrEqual(60);
  });

  test('an unknown email is treated as a known one', async () => {
    const known = await person();
    const headers = await knownBrowser(await person());
    const reported = async (email: string) => {
      const responses = await guesses(email, 8, () => fixture.elsewhere);
      responses.push(...(await guesses(email, 40, (at) => networks[at] ?? '')));
      responses.push(await signIn(email, wrongPassword, { remoteAddress: networks[60], headers }));
      return responses.map((response) => [response.statusCode, readWait(response), response.body]);
    };
    clock.ms += 2 * 86_400_000;
    const ofKnown = await reported(known.email);
    clock.ms += 2 * 86_400_000;
    expect(await reported('nobody@people.test')).toEqual(ofKnown);
    expect(new Set(ofKnown.map(([status]) => status))).toEqual(new Set([401, 429]));
  });

  test('a forged cookie, and that of somebody else, help nobody', async () => {
    const [owner, other] = [await person(), await person()];
    const borrowed = await knownBrowser(other);
    await guesses(owner.email, 6, () => fixture.elsewhere);
    for (const headers of [borrowed, { cookie: 'portal-browser=made-up' }])
      expect((await signIn(owner.email, wrongPassword, { headers })).statusCode).toBe(429);
  });

  test('guesses at password links are slowed down', async () => {
    const guess = async (at: number) =>
      fixture.service.call('POST', '/portal/password', {
        payload: { token: `guess ${at}`, password: testPassword },
        remoteAddress: '192.0.2.99',
      });
    const responses = [];
    for (let at = 0; at < 105; at += 1) responses.push(await guess(at));
    expect(statuses(responses).filter((status) => status === 400)).toHaveLength(100);
    expect(responses.at(-1)?.statusCode).toBe(429);
  });
});

test('behind a proxy each client is counted by its own address', async () => {
  const service = await testService({ env: { TRUST_PROXY: '1' } });
  const { email } = await makePerson(service.database.db, 'broker');
  const from = async (client: string, password: string) =>
    service.call('POST', '/portal/session', {
      payload: { email, password },
      headers: { 'x-forwarded-for': client },
    });
  for (let at = 0; at < 6; at += 1) await from('192.0.2.1', wrongPassword);
  expect((await from('192.0.2.1', testPassword)).statusCode).toBe(429);
  expect((await from('192.0.2.2', testPassword)).statusCode).toBe(200);
});
