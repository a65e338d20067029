import { describe, expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { byCommand } from '#server/auth/origin.ts';
import { unlock } from '#server/managed-accounts/restore-access.ts';
import {
  readCookies,
  networks,
  prepareSignIns,
  statuses,
  readWait,
  wrongPassword,
} from '#server/testing/access/sign-ins.ts';
import { databases } from '#server/testing/database/databases.ts';
import { testPassword } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { findAccount } from './accounts.store.ts';
import { newPasswordLink } from './password-links.store.ts';

describe.each(databases)('wrong passwords on %s', (kind) => {
  const fixture = prepareSignIns(kind);
  const { clock, now, person, signIn, guesses, knownBrowser } = fixture;

  test('after five, each further one waits twice as long, up to five minutes', async () => {
    const { email } = await person();
    const first = await guesses(email, 5, () => fixture.elsewhere);
    expect(statuses(first)).toEqual([401, 401, 401, 401, 401]);
    const retryDelaysMs: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      const response = await signIn(email, wrongPassword);
      expect(response.statusCode).toBe(429);
      retryDelaysMs.push(readWait(response));
      clock.ms += readWait(response) * 1_000;
      expect((await signIn(email, wrongPassword)).statusCode).toBe(401);
    }
    expect(retryDelaysMs).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect((await signIn(email, wrongPassword)).json()).toEqual({
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
        networks
          .slice(0, 60)
          .map(async (_, at) =>
            signIn(
              email,
              wrongPassword,
              { remoteAddress: addressOf(at) },
              at % 2 === 0 ? app : fixture.service.app,
            ),
          ),
      );
    const fromOne = statuses(await burst(one.email, () => fixture.elsewhere));
    expect(fromOne.filter((status) => status === 401)).toHaveLength(5);
    expect(fromOne.filter((status) => status === 429)).toHaveLength(55);
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
      const response = await signIn(owner.email, wrongPassword, { headers: stolen });
      if (response.statusCode === 401) guessed += 1;
      clock.ms += guessed < 10 ? readWait(response) * 1_000 : 0;
    }
    // Ten guesses with the cookie, then one as an unknown browser, which had queued for its turn.
    expect(guessed).toBeLessThanOrEqual(11);

    clock.ms += 2 * 86_400_000;
    const again = await knownBrowser(owner);
    const rotated = readCookies(await signIn(owner.email, testPassword, { headers: again }));
    await guesses(owner.email, 10, () => fixture.elsewhere);
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
    await guesses(owner.email, 10, () => fixture.elsewhere);
    expect((await signIn(owner.email, testPassword, { headers: earlier })).statusCode).toBe(429);
    const headers = readCookies(set);
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
    const burst = await Promise.all(Array.from({ length: 50 }, async () => confirm(wrongPassword)));
    expect(statuses(burst).filter((status) => status === 400)).toHaveLength(5);
    expect((await confirm(testPassword)).statusCode).toBe(429);
    expect((await signIn(owner.email, testPassword)).statusCode).toBe(200);
    for (let at = 0; at < 5; at += 1) {
      clock.ms += 300_000;
      await confirm(wrongPassword);
    }
    expect((await confirm(testPassword)).statusCode).toBe(401);
    expect((await signIn(owner.email, testPassword)).statusCode).toBe(200);
  });

  test('an operator lets an account in again at once', async () => {
    const { email } = await person();
    await guesses(email, 10, () => fixture.elsewhere);
    await guesses(email, 100, (at) => networks[at] ?? '');
    expect((await signIn(email, testPassword)).statusCode).toBe(429);
    const { db } = fixture.service.database;
    const account = await findAccount(db, email);
    await unlock(db, account!.id, byCommand);
    expect((await signIn(email, testPassword)).statusCode).toBe(200);
  });

  test('are forgotten a day after the last one', async () => {
    const { email } = await person();
    await guesses(email, 6, () => fixture.elsewhere);
    clock.ms += 86_400_001;
    const again = await guesses(email, 5, () => fixture.elsewhere);
    expect(statuses(again)).toEqual([401, 401, 401, 401, 401]);
  });
});
