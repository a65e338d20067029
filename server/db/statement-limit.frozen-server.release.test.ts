import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { listReferences, submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

import { type Database, databaseOn, openDatabase, openPool } from './connect.ts';
import { jobLimitMs, withStatementLimit } from './statement-limit.ts';

let database: Database;
let person: Person;
let dataDir: string;
const server = started(async () => startPostgres());
beforeAll(async () => {
  await migrateDatabase(`${server.url}/postgres`);
  database = databaseOn(openPool({ connectionString: `${server.url}/postgres` }));
  person = await makePerson(database.db, 'partner-admin');
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-frozen-'));
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

const startService = () =>
  startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `${server.url}/postgres`,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  });

test('a frozen PostgreSQL is 503 to everybody within 10 s, and everything goes on by itself after it', async () => {
  const service = startService();
  onTestFinished(async () => void (await service.end('SIGKILL')));
  const origin = await service.origin;
  const http = httpCaller(origin);
  await submitLead(http, person, 'before');
  const followed = await followEvents(origin, person);
  await Promise.all(Array.from({ length: 20 }, async () => list(http, '')));

  server.freeze();
  const references = Array.from({ length: 20 }, (_, index) => `frozen ${index}`);
  const responses = await Promise.all([
    ...references.map(async (reference) => timed(submitLead(http, person, reference))),
    ...references.map(async () => timed(list(http, ''))),
    ...references.map(async () => timed(list(http, '&q=kauri'))),
  ]);
  expect(responses).toEqual(
    responses.map(() => ({ statusCode: 503, canRetry: true, code: 'service-busy' })),
  );
  expect(await timed(list(http, ''))).toMatchObject({ statusCode: 503 });

  server.thaw();
  await expect.poll(async () => (await list(http, '')).statusCode).toBe(200);
  // A lost response is unknown to the sender, who sends the same again.
  for (const reference of references)
    expect((await submitLead(http, person, reference)).statusCode).toBe(200);
  expect((await listReferences(http, person)).toSorted()).toEqual(
    ['before', ...references].toSorted(),
  );
  const seen = followed.events.length;
  await submitLead(http, person, 'after');
  await expect.poll(() => followed.events.length, { timeout: 40_000 }).toBeGreaterThan(seen);
  await expect.poll(openTransactions).toEqual([]);
  followed.close();
  http.close();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('a statement that waits for another is 503 within 10 s, and one of a job goes on', async () => {
  const service = startService();
  onTestFinished(async () => void (await service.end('SIGKILL')));
  const http = httpCaller(await service.origin);
  const other = await database.pool.connect();
  await other.query('begin; lock table leads, keys');
  const asService = await openDatabase(
    readConfig({ DATABASE_URL: `${server.url}/postgres`, PORTAL_SECRET: 'x'.repeat(32) }),
  );
  const counted = withStatementLimit(jobLimitMs, async () =>
    asService.pool.query('select from leads'),
  );
  const responses = await Promise.all(
    Array.from({ length: 60 }, async () => timed(list(http, ''))),
  );
  expect(responses).toEqual(
    responses.map(() => ({ statusCode: 503, canRetry: true, code: 'service-busy' })),
  );
  // None of them is left waiting on the server.
  await expect.poll(async () => (await openTransactions()).length).toBe(2);
  await other.query('rollback');
  other.release();
  await counted;
  await expect.poll(async () => (await list(http, '')).statusCode).toBe(200);
  http.close();
  await asService.close();
});

const list = async (http: HttpCaller, more: string) =>
  http.call({ method: 'GET', path: `/api/v1/lead?pageSize=20${more}`, headers: person.bearer });

/** Returns what a sender sees of a response that comes within 10 s. */
async function timed(sent: ReturnType<HttpCaller['call']>) {
  const response = await Promise.race([sent, wait(10_000, undefined, { ref: false })]);
  if (!response) return 'no response within 10 s';
  const { code } = JSON.parse(response.body) as { code?: string };
  const canRetry = Number(response.headers['retry-after']) > 0;
  return { statusCode: response.statusCode, canRetry, code };
}

/** Returns the other sessions that run or are idle in a transaction in the database. */
async function openTransactions(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select state, query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  );
  return rows;
}
