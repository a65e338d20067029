import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';

import { openDatabase, openPool } from './connect.ts';
import { LimitedClient, withinTime, withStatementLimit } from './statement-limit.ts';

test('a query that takes too long is cancelled with 503, and the connection can be used again', async () => {
  const database = await testDatabase();
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
});

/** Opens a test database as the service does. */
async function openAsService() {
  const copy = await openTestDatabase('PostgreSQL');
  const DATABASE_URL = copy.pool.options.connectionString;
  const database = await openDatabase(
    readConfig({ DATABASE_URL, PORTAL_SECRET: 'a portal secret for tests, long enough' }),
  );
  onTestFinished(async () => {
    await database.close();
    await copy.close();
  });
  return { ...database, other: copy.pool };
}

test('a single statement that takes too long is cancelled without a setting of the session', async () => {
  const { db, pool } = await openAsService();
  const pidOf = async () => (await pool.query('select pg_backend_pid() as pid')).rows;
  const before = await pidOf();
  const sleeping = 'select pg_sleep(60)';
  const sleep = sql.raw(sleeping);
  const sleeps: (() => Promise<unknown>)[] = [
    async () => pool.query(sleeping),
    async () => sleep.execute(db),
    async () => db.transaction().execute(async (tx) => sleep.execute(tx)),
  ];
  for (const run of sleeps)
    await expect(withStatementLimit(50, run)).rejects.toMatchObject({ code: '57014' });
  // The error of a statement can come before the server is ready for the next one.
  const client = await pool.connect();
  const queued = async () => Promise.all([client.query('select'), client.query(sleeping)]);
  await expect(withStatementLimit(50, queued)).rejects.toMatchObject({ code: '57014' });
  client.release();
  // The connection is the same, and as it was.
  expect(await pidOf()).toEqual(before);
  const { rows } = await pool.query(
    "select name from pg_settings where source = 'session' and name like '%timeout%'",
  );
  expect(rows).toEqual([]);
});

test('the connection that asks for a cancellation is closed by the server, as PgBouncer wants it', async () => {
  const { pool: direct } = await openAsService();
  const url = new URL(direct.options.connectionString ?? '');
  const { hostname, port } = url;
  const closedBy: string[] = [];
  const pooler = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(port), hostname);
    client.once('data', (first) => {
      const asksToCancel = first.length === 16;
      if (asksToCancel) client.once('end', () => closedBy.push('the client'));
      if (asksToCancel) server.once('end', () => closedBy.push('the server'));
      server.write(first);
      client.pipe(server);
      server.pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  url.port = String((pooler.address() as AddressInfo).port);
  const pool = openPool({ connectionString: url.href, Client: LimitedClient });
  const sleep = async () => pool.query('select pg_sleep(60)');
  await expect(withStatementLimit(50, sleep)).rejects.toMatchObject({ code: '57014' });
  await expect.poll(() => closedBy).toEqual(['the server', 'the client']);
  await pool.end();
  pooler.close();
});

test('a connection that breaks within a transaction fails it, and neither the process nor the pool', async () => {
  const { db, pool, other } = await openAsService();
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await other.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/terminat|not queryable/);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
