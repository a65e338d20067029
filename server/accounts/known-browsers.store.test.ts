import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { browserLifetimeMs, isKnownBrowser, rememberBrowser } from './known-browsers.store.ts';

test('a browser is known for 180 days after the last sign-in in it, by its latest token alone', async () => {
  const { db } = await testDatabase();
  const { accountId } = await makePerson(db, 'broker');
  const first = new Date('2026-01-01T00:00:00Z');
  const later = new Date(first.getTime() + browserLifetimeMs - 1);
  const after = new Date(first.getTime() + browserLifetimeMs);
  const token = await rememberBrowser(db, { token: undefined, accountId, now: first });
  expect(await isKnownBrowser(db, { token, accountId, now: later })).toBe(true);
  expect(await isKnownBrowser(db, { token, accountId, now: after })).toBe(false);

  const next = await rememberBrowser(db, { token, accountId, now: later });
  expect(await isKnownBrowser(db, { token, accountId, now: later })).toBe(false);
  expect(await isKnownBrowser(db, { token: next, accountId, now: after })).toBe(true);
  expect(await isKnownBrowser(db, { token: next, accountId: 'another', now: after })).toBe(false);
});
