import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/database/databases.ts';

import { withinTime } from './time-limit.ts';

test('a query that takes too long is cancelled with 503, and the connection can be used again', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { db } = database;
  const slow = withinTime(db, async (tx) => sql`select pg_sleep(60)`.execute(tx), 0.05);
  await expect(slow).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('takes too long'),
    headers: { 'retry-after': '30' },
  });
  const shown = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  expect(shown.rows).toEqual([{ statement_timeout: '0' }]);
  expect(await withinTime(db, async (tx) => sql`select 1 as one`.execute(tx))).toMatchObject({
    rows: [{ one: 1 }],
  });
  await database.close();
});
