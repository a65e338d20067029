import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { bothDatabases, openTestDatabase } from '#server/testing/database/databases.ts';

import { stayIdle } from './statement-limit.ts';

test.each(bothDatabases)(
  'a query that fails leaves %s usable, by the pool and beside it',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { db, pool } = database;
    const next = async () =>
      (await sql<{ one: number }>`select ${1}::integer as one`.execute(db)).rows;
    const divide = { name: 'divide', text: 'select 1 / $1::integer', values: [0] };
    const failing: [() => Promise<unknown>, RegExp][] = [
      [async () => pool.query('selec'), /syntax error/],
      [async () => pool.query('select $1::integer', ['one']), /invalid input syntax/],
      // Two at once: the second waits for the one connection.
      [async () => Promise.all([pool.query(divide), pool.query(divide)]), /division by zero/],
      [async () => sql`select 1 / ${0}::integer`.execute(db), /division by zero/],
    ];
    for (const [fail, message] of failing) {
      await expect(fail()).rejects.toThrow(message);
      expect(await next()).toEqual([{ one: 1 }]);
    }
    await database.close();
  },
);

test.each(bothDatabases)('a transaction is isolated as it asks to be on %s', async (kind) => {
  const database = await openTestDatabase(kind);
  const backup = database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  await backup.execute(async (tx) => {
    const read = sql`
      select current_setting('transaction_isolation') as isolation,
        current_setting('transaction_read_only') as read_only,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    const settings = { isolation: 'repeatable read', read_only: 'on' };
    expect((await read.execute(tx)).rows).toEqual([{ ...settings, idle: '1min' }]);
    await stayIdle(tx);
    expect((await read.execute(tx)).rows).toEqual([{ ...settings, idle: '0' }]);
  });
  await database.close();
});
