import { expect, onTestFinished, test, vi } from 'vitest';

import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { findLink } from '#server/accounts/password-links.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import { callerByCookie, confirmSession, isConfirmed } from './sessions.store.ts';

test.each([-10, 10])(
  'sessions, confirmations and password links last by the clock of the database, in a process whose clock is %i days off',
  async (days) => {
    const database = await openTestDatabase('PostgreSQL');
    const { db, pool } = database;
    onTestFinished(async () => {
      vi.useRealTimers();
      await database.close();
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 });
    const { accountId, session } = await makePerson(db, 'broker');
    const link = await newPasswordLink(db, accountId);
    vi.useRealTimers();

    const caller = await callerByCookie(pool, session.cookie.split('=')[1] ?? '');
    expect(caller).toMatchObject({ accountId });
    expect(await findLink(db, link, 'password')).toMatchObject({ id: accountId });
    const id = caller?.sessionId ?? '';
    const hours = `select round(extract(epoch from expires_at - now()) / 3600)::integer as hours`;
    expect((await pool.query(`${hours} from sessions`)).rows).toEqual([{ hours: 12 }]);
    expect((await pool.query(`${hours} from one_time_tokens`)).rows).toEqual([{ hours: 24 }]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 });
    const until = await confirmSession(db, id);
    vi.useRealTimers();
    expect(Math.abs(until.getTime() - Date.now())).toBeLessThan(3_600_000);
    expect(await isConfirmed(db, id)).toBe(true);
    await pool.query("update sessions set password_confirmed_at = now() - interval '6 minutes'");
    expect(await isConfirmed(db, id)).toBe(false);
  },
);
