import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres, startReplica } from '#server/testing/database/postgres-server.ts';
import { type HttpCaller, httpCaller, type HttpResponse } from '#server/testing/http-calls.ts';
import { submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

import { databaseOn, openPool } from './connect.ts';
import { Reads } from './reads.ts';

const servers = started(async () => {
  const primary = await startPostgres();
  await migrateDatabase(`${primary.url}/postgres`);
  return { primary, replica: await startReplica(primary) };
});
const poolOf = (server: 'primary' | 'replica', name = 'postgres') =>
  openPool({ connectionString: `${servers[server].url}/${name}` });
let database: ReturnType<typeof databaseOn>;
let replica: ReturnType<typeof poolOf>;
let person: Person;
let http: HttpCaller;
let service: ReturnType<typeof startProcess>;
let dataDir: string;
beforeAll(async () => {
  replica = poolOf('replica');
  database = databaseOn(poolOf('primary'));
  person = await makePerson(database.db, 'partner-admin');
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-replica-'));
  service = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `${servers.primary.url}/postgres`,
    DATABASE_READ_URL: `${servers.replica.url}/postgres`,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  });
  http = httpCaller(await service.origin);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.close();
  await replica.end();
  await servers.replica.stop();
  await servers.primary.stop();
  await rm(dataDir, { recursive: true });
});

const readNewest = async () => get('/api/v1/lead?pageSize=1&page=1');

test('a list, a home page, a search and a file come from the replica', async () => {
  expect(await comesFromReplica(readNewest)).toBe(true);
  expect(await comesFromReplica(async () => get('/portal/home?week=2026-11-23T00:00:00Z'))).toBe(
    true,
  );
  expect(await comesFromReplica(async () => post('/portal/search', { q: 'number 7' }))).toBe(true);
  expect(
    await comesFromReplica(async () => get(`/portal/exports/${await exportLeads()}/file`)),
  ).toBe(true);
});

test('a list has what was written just before, also where the replica is late', async () => {
  for (let count = 1; count <= 30; count++) {
    if (count === 20) await replica.query('select pg_wal_replay_pause()');
    expect((await submitLead(http, person, `number ${count}`)).statusCode).toBe(200);
    const { body, headers } = await readNewest();
    expect([body, headers['x-total-count']]).toEqual([
      expect.stringContaining(`"number ${count}"`),
      String(count),
    ]);
  }
  await replica.query('select pg_wal_replay_resume()');
  expect(await comesFromReplica(readNewest)).toBe(true);
});

test('without the replica everything goes on, and with it again', async () => {
  servers.replica.freeze();
  for (const reference of ['without it', 'without it, too']) {
    await submitLead(http, person, reference);
    const { statusCode, body } = await readNewest();
    expect([statusCode, body]).toEqual([200, expect.stringContaining(reference)]);
  }
  servers.replica.thaw();
  expect(await comesFromReplica(readNewest)).toBe(true);
});

test('a change that waits for a standby in vain is not acknowledged, and can be sent again', async () => {
  const set = async (standby: string) => {
    await database.pool.query(`alter system set synchronous_standby_names = '${standby}'`);
    await database.pool.query('select pg_reload_conf()');
  };
  // Also if this fails, or whatever is written next would wait for ever.
  onTestFinished(async () => set(''));
  await set('gone');
  // The server does as it is set a moment later.
  let count = 0;
  const submit = async () => submitLead(http, person, `on one alone ${count}`);
  await expect
    .poll(
      async () => {
        count += 1;
        return (await submit()).statusCode;
      },
      { timeout: 60_000 },
    )
    .toBe(503);
  await set('');
  const { statusCode } = await submit();
  const { body } = await get('/api/v1/lead?pageSize=100&page=1');
  const stored = body.match(new RegExp(`"on one alone ${count}"`, 'g'));
  expect([statusCode, stored?.length]).toEqual([200, 1]);
});

test('a server that is no replica, or no longer, is not read', async () => {
  const own = { db: database.db, pool: database.pool };
  const other = poolOf('replica', 'other');
  await database.pool.query('create database other');
  await expect.poll(async () => other.query('select').then(Boolean, () => false)).toBe(true);
  for (const pool of [database.pool, other]) {
    const reads = new Reads(own, { db: database.db, pool });
    expect(await reads.find()).toBe(own);
  }
  await other.end();
  const reads = new Reads(own, { db: database.db, pool: replica });
  expect((await reads.find()).pool).toBe(replica);
  await replica.query('select pg_promote()');
  await expect.poll(async () => reads.find()).toBe(own);
});

const get = async (address: string) =>
  http.call({ method: 'GET', path: address, headers: { ...person.bearer, ...person.session } });
const post = async (address: string, body: object) =>
  http.call({
    method: 'POST',
    path: address,
    headers: { ...person.session, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function exportLeads(): Promise<string> {
  const { body } = await post('/portal/exports', { list: 'leads', query: '' });
  return (JSON.parse(body) as { id: string }).id;
}

/** Returns whether a read comes from the replica, if not at once, since that can be late. */
async function comesFromReplica(read: () => Promise<HttpResponse>): Promise<boolean> {
  const { rows: times } = await replica.query<{ at: Date }>('select clock_timestamp() as at');
  const isReader = "pid <> pg_backend_pid() and query not like '%replay_lsn%'";
  const readSince = `select max(query_start) > $1 as is_read from pg_stat_activity where ${isReader}`;
  return vi.waitUntil(
    async () => {
      expect((await read()).statusCode).toBe(200);
      const { rows } = await replica.query<{ is_read: boolean }>(readSince, [times[0]?.at]);
      return rows[0]?.is_read;
    },
    { timeout: 20_000 },
  );
}
