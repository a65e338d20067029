import { expect, onTestFinished, test, vi } from 'vitest';

import { openTestDatabase } from '#server/testing/database/databases.ts';

import { DatabaseClock, readTime } from './database-clock.ts';

const hour = 3_600_000;

test('the clock has the time of the database, whatever the process’s clock says, and again after its machine has slept', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { db } = database;
  onTestFinished(async () => {
    vi.useRealTimers();
    await database.close();
  });
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 });
  const clock = await DatabaseClock.of(db);
  const hoursOff = async () =>
    Math.round(Math.abs(clock.now().getTime() - (await readTime(db)).getTime()) / hour);
  expect(await hoursOff()).toBe(0);
  vi.setSystemTime(240 * hour);
  expect(await hoursOff()).toBe(0);
  // While a machine sleeps, the database’s clock gains; here it loses.
  vi.advanceTimersByTime(5 * hour);
  expect(await hoursOff()).toBe(5);
  await clock.follow();
  expect(await hoursOff()).toBe(0);
});
