import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { unlockAccount } from '#server/cli/account-commands.ts';
import { type DatabaseKind, databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { startTestApp, type TestApp, testSecrets } from '#server/testing/test-app.ts';

import { newPasswordLink } from './password-links.store.ts';

const wrong = 'something else';
/** The attackers’ networks. */
const networks = Array.from({ length: 200 }, (_, at) => `198.51.100.${at}`);

interface From {
  readonly remoteAddress?: string | undefined;
  readonly headers?: Record<string, string>;
}

const statuses = (responses: readonly LightMyRequestResponse[]) =>
  responses.map(({ statusCode }) => statusCode);
const waitOf = ({ headers }: LightMyRequestResponse) => Number(headers['retry-after'] ?? 0);
/** Returns the cookies that a browser sends after this response. */
const cookiesOf = ({ cookies }: LightMyRequestResponse) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});

/**
 * Starts a service with a clock for the tests of a block. Returns it with what people and attackers
 * do there.
 */
function prepareSignIns(kind: DatabaseKind) {
  let service: TestApp;
  const clock = { ms: Date.parse('2026-11-22T08:00:00Z') };
  const now = () => new Date(clock.ms);
  beforeAll(async () => {
    service = await startTestApp(kind, { deps: { now } });
  });
  afterAll(async () => service.close());
  let elsewhere = '';
  let tests = 0;
  beforeEach(() => {
    elsewhere = `203.0.113.${(tests += 1)}`;
  });

  const person = async () => makePerson(service.database.db, 'broker');
  const signIn = async (
    email: string,
    password: string,
    from: From = {},
    app = service.app,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/portal/session',
      payload: { email, password },
      ...from,
      remoteAddress: from.remoteAddress ?? elsewhere,
    });
  const guesses = async (email: string, count: number, addressOf: (at: number) => string) => {
    const responses: LightMyRequestResponse[] = [];
    for (let at = 0; at < count; at += 1)
      responses.push(await signIn(email, wrong, { remoteAddress: addressOf(at) }));
    return responses;
  };
  const knownBrowser = async ({ email }: Person) => {
    const headers = cookiesOf(await signIn(email, testPassword));
    expect(headers.cookie).toContain('portal-browser=');
    return headers;
  };
  return {
    get service() {
      return service;
    },
    /** A different network for each test. */
    get elsewhere() {
      return elsewhere;
    },
    clock,
    now,
    person,
    signIn,
    guesses,
    knownBrowser,
  };
}

describe.each(databases)('wrong passwords on %s', (kind) => {
  const fixture = prepareSignIns(kind);
  const { clock, now, person, signIn, guesses, knownBrowser } = fixture;

  test('after five, each further one waits twice as long, up to five minutes', async () => {
    const { email } = await person();
    expect(statuses(await guesses(email, 5, () => fixture.elsewhere))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    const retryDelaysMs: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      const response = await signIn(email, wrong);
      expect(response.statusCode).toBe(429);
      retryDelaysMs.push(waitOf(response));
      clock.ms += waitOf(response) * 1_000;
      expect((await signIn(email, wrong)).statusCode).toBe(401);
    }
    expect(retryDelaysMs).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect((await signIn(email, wrong)).json()).toEqual({
      error: 'Too many failed attempts. Try again in 300 seconds.',
      code: 'too-many-failed-attempts',
    });
  });

  test('a burst gets no more than the budget, over all processes', async () => {
    const [one, many] = [await person(), await person()];
    const { config, database } = fixture.service;
    const app = await buildApp({ config, database, secrets: testSecrets, now });
    const burst = async (email: string, addressOf: (at: number) => string) =>
      Promise.all(
        networks.map(async (_, at) =>
          signIn(
            email,
            wrong,
            { remoteAddress: addressOf(at) },
            at % 2 === 0 ? app : fixture.service.app,
          ),
        ),
      );
    const fromOne = statuses(await burst(one.email, () => fixture.elsewhere));
    expect(fromOne.filter((status) => status === 401)).toHaveLength(5);
    expect(fromOne.filter((status) => status === 429)).toHaveLength(195);
    const fromMany = statuses(await burst(many.email, (at) => networks[at] ?? ''));
    expect(fromMany.filter((status) => status === 401)).toHaveLength(20);
    await app.close();
  });

  test('a stolen cookie is good for ten guesses, and dies when its owner signs in or sets a password', async () => {
    const owner = await person();
    const stolen = await knownBrowser(owner);
    await guesses(owner.email, 20, (at) => networks[at] ?? '');
    let guessed = 0;
    for (let at = 0; at < 40; at += 1) {
      const response = await signIn(owner.email, wrong, { headers: stolen });
      if (response.statusCode === 401) guessed += 1;
      clock.ms += guessed < 10 ? waitOf(response) * 1_000 : 0;
    }
    // Ten guesses with the cookie, then one as an unknown browser, which had queued for its turn.
    expect(guessed).toBeLessThanOrEqual(11);

    clock.ms += 2 * 86_400_000;
    const again = await knownBrowser(owner);
    const rotated = cookiesOf(await signIn(owner.email, testPassword, { headers: again }));
    await guesses(owner.email, 100, () => fixture.elsewhere);
    expect((await signIn(owner.email, testPassword, { headers: again })).statusCode).toBe(429);
    expect((await signIn(owner.email, testPassword, { headers: rotated })).statusCode).toBe(200);
  });

  test('a password set by a link makes its browser known, and no other', async () => {
    const owner = await person();
    const earlier = await knownBrowser(owner);
    const token = await newPasswordLink(fixture.service.database.db, owner.accountId);
    const set = await fixture.service.call('POST', '/portal/password', {
      payload: { token, password: testPassword },
    });
    await guesses(owner.email, 100, () => fixture.elsewhere);
    expect((await signIn(owner.email, testPassword, { headers: earlier })).statusCode).toBe(429);
    const headers = cookiesOf(set);
    expect((await signIn(owner.email, testPassword, { headers })).statusCode).toBe(200);
  });

  test('whoever holds a session cannot guess endlessly, and keeps nobody from signing in', async () => {
    const owner = await person();
    const confirm = async (password: string) =>
      fixture.service.call('POST', '/portal/password-confirmation', {
        headers: owner.session,
        payload: { password },
        remoteAddress: fixture.elsewhere,
      });
    const burst = await Promise.all(Array.from({ length: 50 }, async () => confirm(wrong)));
    expect(statuses(burst).filter((status) => status === 400)).toHaveLength(5);
    expect((await confirm(testPassword)).statusCode).toBe(429);
    expect((await signIn(owner.email, testPassword)).statusCode).toBe(200);
    for (let at = 0; at < 5; at += 1) {
      clock.ms += 300_000;
      await confirm(wrong);
    }
    expect((await confirm(testPassword)).statusCode).toBe(401);
    expect((await signIn(owner.email, testPassword)).statusCode).toBe(200);
  });

  test('an operator lets an account in again at once', async () => {
    const { email } = await person();
    await guesses(email, 100, () => fixture.elsewhere);
    await guesses(email, 100, (at) => networks[at] ?? '');
    expect((await signIn(email, testPassword)).statusCode).toBe(429);
    await unlockAccount(fixture.service.database.db, email.toUpperCase());
    expect((await signIn(email, testPassword)).statusCode).toBe(200);
  });

  test('are forgotten a day after the last one', async () => {
    const { email } = await person();
    await guesses(email, 6, () => fixture.elsewhere);
    clock.ms += 86_400_001;
    expect(statuses(await guesses(email, 5, () => fixture.elsewhere))).toEqual([
      401, 401, 401, 401, 401,
    ]);
  });
});

// Rules whose statements the tests above run on both databases.
describe('wrong passwords', () => {
  const fixture = prepareSignIns('PostgreSQL');
  const { clock, person, signIn, guesses, knownBrowser } = fixture;

  test('the browser of an owner is let in at once, whoever else guesses from wherever', async () => {
    const owner = await person();
    const headers = await knownBrowser(owner);
    await guesses(owner.email, 100, (at) => networks[at] ?? '');
    await guesses(owner.email, 100, () => fixture.elsewhere);
    expect((await signIn(owner.email, testPassword, { headers })).statusCode).toBe(200);
  });

  test('a fresh browser waits a minute at most, while others go on guessing', async () => {
    const { email } = await person();
    await guesses(email, 100, (at) => networks[at] ?? '');
    const first = await signIn(email, testPassword);
    expect(first.statusCode).toBe(429);
    expect(waitOf(first)).toBeLessThanOrEqual(60);
    for (let second = 0; second < waitOf(first); second += 1) {
      clock.ms += 1_000;
      await guesses(email, 10, (at) => networks[at] ?? '');
    }
    expect((await signIn(email, testPassword)).statusCode).toBe(200);
  });

  test('a fresh browser whose network never failed is let in after its wait, however many guess', async () => {
    const { email } = await person();
    await guesses(email, 100, (at) => networks[at] ?? '');
    const wait = waitOf(await signIn(email, testPassword));
    expect(wait).toBeLessThanOrEqual(60);
    clock.ms += wait * 1_000;
    await guesses(email, 30, (at) => networks[at] ?? '');
    expect((await signIn(email, testPassword)).statusCode).toBe(200);
  });

  test('others behind the same address are let in', async () => {
    const [target, neighbour] = [await person(), await person()];
    await guesses(target.email, 50, () => networks[0] ?? '');
    const response = await signIn(neighbour.email, testPassword, { remoteAddress: networks[0] });
    expect(response.statusCode).toBe(200);
  });

  test('one address that guesses at many accounts is slowed down', async () => {
    const remoteAddress = '192.0.2.77';
    const responses = [];
    for (let at = 0; at < 110; at += 1)
      responses.push(await signIn(`nobody-${at}@people.test`, wrong, { remoteAddress }));
    expect(statuses(responses).filter((status) => status === 401)).toHaveLength(100);
    expect(Math.max(...responses.map(waitOf))).toBeLessThanOrEqual(60);
  });

  test('an unknown email is treated as a known one', async () => {
    const known = await person();
    const headers = await knownBrowser(await person());
    const reported = async (email: string) => {
      const responses = await guesses(email, 8, () => fixture.elsewhere);
      responses.push(...(await guesses(email, 40, (at) => networks[at] ?? '')));
      responses.push(await signIn(email, wrong, { remoteAddress: networks[60], headers }));
      return responses.map((response) => [response.statusCode, waitOf(response), response.body]);
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
      expect((await signIn(owner.email, wrong, { headers })).statusCode).toBe(429);
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
  const service = await startTestApp('PostgreSQL', { env: { TRUST_PROXY: '1' } });
  const { email } = await makePerson(service.database.db, 'broker');
  const from = async (client: string, password: string) =>
    service.call('POST', '/portal/session', {
      payload: { email, password },
      headers: { 'x-forwarded-for': client },
    });
  for (let at = 0; at < 6; at += 1) await from('192.0.2.1', wrong);
  expect((await from('192.0.2.1', testPassword)).statusCode).toBe(429);
  expect((await from('192.0.2.2', testPassword)).statusCode).toBe(200);
  await service.close();
});
