import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { startPgBouncer } from '#e2e/reference/pg-bouncer.ts';
import { databaseOn, openPool } from '#server/db/connect.ts';
import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

const postgres = started(async () => startPostgres());
let person: Person;
beforeAll(async () => {
  const direct = `${postgres.url}/postgres`;
  await migrateDatabase(direct);
  const database = databaseOn(openPool({ connectionString: direct }));
  person = await makePerson(database.db, 'partner-admin');
  await database.close();
});

/** What ends the database, and what brings it back. */
const outages = {
  'ends and starts again': [async () => postgres.halt(), async () => postgres.resume()],
  'is frozen': [async () => postgres.freeze(), async () => postgres.thaw()],
} as const;
/** The database by way of PgBouncer, or directly. */
const paths = {
  'behind PgBouncer': async () => {
    const direct = `${postgres.url}/postgres`;
    const pooler = await startPgBouncer(direct);
    onTestFinished(pooler.stop);
    return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct };
  },
  directly: async () => ({ DATABASE_URL: `${postgres.url}/postgres` }),
};

/** What the first line says, in the words of the pooler, the database or the driver. */
const sentences = {
  'behind PgBouncer, ends and starts again': /server|terminating connection|shut(?:ting)? down/,
  'behind PgBouncer, is frozen': /query_wait_timeout|PostgreSQL does not respond|timeout exceeded/,
  'directly, ends and starts again': /terminating connection|shutting down|ECONNREFUSED/,
  'directly, is frozen': /PostgreSQL does not respond|timeout exceeded/,
};

test.each(Object.keys(sentences) as (keyof typeof sentences)[])(
  'an outage is one line when it begins and one when it ends: %s',
  async (name) => {
    const [by, kind] = name.split(', ') as [keyof typeof paths, keyof typeof outages];
    const [end, bringBack] = outages[kind];
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-outage-'));
    onTestFinished(async () => rm(dataDir, { recursive: true }));
    const settings = await paths[by]();
    const secret = 'a portal secret for tests, long enough';
    const service = startProcess({ DATA_DIR: dataDir, PORTAL_SECRET: secret, ...settings });
    onTestFinished(async () => void (await service.end('SIGKILL')));
    const http = httpCaller(await service.origin);
    onTestFinished(() => http.close());
    const list = async () =>
      http.call({ method: 'GET', path: '/api/v1/lead', headers: person.bearer });
    const listOften = async () => Promise.all(Array.from({ length: 30 }, list));
    expect((await listOften()).map(({ statusCode }) => statusCode)).not.toContain(503);

    await end();
    for (let round = 0; round < 5; round++) {
      const responses = await listOften();
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 503));
      expect(responses.map(({ headers }) => headers['retry-after'])).not.toContain(undefined);
    }
    await bringBack();
    await expect.poll(async () => (await list()).statusCode).toBe(200);
    await expect.poll(service.logged).toContain('"database available again"');
    expect((await listOften()).map(({ statusCode }) => statusCode)).not.toContain(503);

    const { code, stderr } = await service.end('SIGTERM');
    expect(code).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'database unavailable',
        message: expect.stringMatching(sentences[name]),
      }),
      expect.objectContaining({
        msg: 'database available again',
        unavailableMs: expect.any(Number),
        failed: expect.any(Object),
      }),
    ]);
    const { failed } = lines[1] as { failed: Record<string, number> };
    expect(failed['request failed']).toBeGreaterThanOrEqual(150);
  },
);
