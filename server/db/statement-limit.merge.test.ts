import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { listReferences, submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

import { databaseOn, openPool } from './connect.ts';

const server = started(async () => startPostgres());
let dataDir: string;
beforeAll(async () => {
  await migrateDatabase(`${server.url}/postgres`);
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-standby-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

test('a change that waits for a standby in vain is not acknowledged, and can be sent again', async () => {
  const database = databaseOn(openPool({ connectionString: `${server.url}/postgres` }));
  const service = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `${server.url}/postgres`,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  });
  const set = async (standby: string) => {
    await database.pool.query(`alter system set synchronous_standby_names = '${standby}'`);
    await database.pool.query('select pg_reload_conf()');
  };
  // Also if this fails, or whatever is written next would wait for ever.
  onTestFinished(async () => {
    await set('');
    await service.end('SIGTERM');
    await database.close();
  });
  const person = await makePerson(database.db, 'partner-admin');
  const http = httpCaller(await service.origin);
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
  expect((await submit()).statusCode).toBe(200);
  const stored = await listReferences(http, person);
  expect(stored.filter((reference) => reference === `on one alone ${count}`)).toHaveLength(1);
  http.close();
});
