import { expect, test } from 'vitest';

import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import { saveNotices } from './notices.store.ts';

test.each(databases)('every time zone has its morning on %s', async (kind) => {
  const database = await openTestDatabase(kind);
  const { db } = database;
  const { accountId } = await makePerson(db, 'broker');
  // In Sydney the clocks go forward on 4 October, and back on 5 April.
  for (const [timeZone, now, due] of [
    ['Australia/Sydney', '2026-10-03T12:00:00Z', '2026-10-03T21:00:00Z'],
    ['Australia/Sydney', '2027-04-03T12:00:00Z', '2027-04-03T22:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-26T18:00:00Z', '2026-11-27T18:00:00Z'],
  ] as const) {
    await saveNotices(db, accountId, { kind: 'daily', timeZone, now: new Date(now) });
    const row = await db.selectFrom('notices').select('due_at').executeTakeFirstOrThrow();
    expect(row.due_at.toISOString()).toBe(new Date(due).toISOString());
  }
  const unknown = { kind: 'daily', timeZone: 'Harbour/Bridge', now: new Date() } as const;
  expect(await saveNotices(db, accountId, unknown)).toBe(false);
  const zones = Intl.supportedValuesOf('timeZone');
  const { rows } = await database.pool.query(
    'select now() at time zone name as time from unnest($1::text[]) as name',
    [zones],
  );
  expect(rows).toHaveLength(zones.length);
  await database.close();
});
