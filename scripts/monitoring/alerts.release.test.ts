import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { findProgram } from '#e2e/reference/programs.ts';
import { databaseOn, openPool } from '#server/db/connect.ts';
import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres, startStandby } from '#server/testing/database/postgres-server.ts';
import { json } from '#server/testing/fake-service.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { startInFrontOfFake } from '#server/testing/upstream-test-app.ts';

import { inTestTime, slowProxy, startPrometheus } from './prometheus.ts';

const primary = started(async () => startPostgres());
const standby = started(async () => {
  await migrateDatabase(`${primary.url}/postgres`);
  return startStandby(primary);
});
const proxy = started(async () => slowProxy(`${primary.url}/postgres`));
const inFront = started(async () => startInFrontOfFake(json([])));
let dataDir: string;
let service: ReturnType<typeof startProcess>;
let people: Person[];
let http: HttpCaller;
const prometheus = started(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-alerts-'));
  const database = databaseOn(openPool({ connectionString: `${primary.url}/postgres` }));
  // Several, because each may send so many requests a minute.
  people = await Promise.all(
    Array.from({ length: 15 }, async () => makePerson(database.db, 'broker')),
  );
  await database.close();
  service = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  });
  http = httpCaller(await service.origin);
  return startPrometheus([await service.origin, inFront.origin]);
});
afterAll(async () => {
  http.close();
  await service.end('SIGTERM');
  await standby.stop().catch(() => {});
  await primary.stop();
  await rm(dataDir, { recursive: true });
});

/** Lets some people read a list again and again, until all of them have done so when it is so. */
async function load(count: number, isSo: () => Promise<boolean>): Promise<void> {
  const done = new AbortController();
  const readers = people.slice(0, count).map(async ({ bearer }) => {
    while (!done.signal.aborted)
      await http.call({ method: 'GET', path: '/api/v1/lead', headers: bearer });
  });
  await expect.poll(isSo, { timeout: 150_000, interval: 500 }).toBe(true);
  done.abort();
  await Promise.all(readers);
}
const isFiring = async (...alerts: string[]) =>
  JSON.stringify(await prometheus.firing()) === JSON.stringify(alerts);

test('the rules are right, and each alert is raised by what it is for', () => {
  const promtool = findProgram('promtool', 'prometheus');
  expect(
    execFileSync(promtool, ['check', 'rules', 'deploy/alerts.yml'], { encoding: 'utf8' }),
  ).toMatch(/SUCCESS: \d+ rules found/);
  execFileSync(promtool, ['test', 'rules', 'deploy/alerts.test.yml']);
});

test('each panel of the dashboard shows something of a portal that is used', async () => {
  const [person] = people;
  if (!person) throw new Error('There is nobody.');
  const dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  });
  const { panels } = dashboard.parse(JSON.parse(await readFile('deploy/dashboard.json', 'utf8')));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(12);
  const stream = await followEvents(await service.origin, person);
  let number = 0;
  const empty = async () => {
    await submitLead(http, person, `lead ${number++}`);
    await fetch(`${inFront.origin}/api/v1/lead`, { headers: inFront.headers.program });
    const shown = await Promise.all(
      expressions.map(async (each) => {
        const values = await prometheus.query(each.replaceAll('$__rate_interval', '10s'));
        return values.some(Number.isFinite) ? [] : [each];
      }),
    );
    return shown.flat();
  };
  await expect.poll(empty, { timeout: 60_000, interval: 500 }).toEqual([]);
  expect(await prometheus.firing()).toEqual([]);
  stream.close();
});

test('a slow database, all of its connections in use, and a standby that is gone each raise their alert alone', async () => {
  proxy.delay(500);
  await load(3, async () => isFiring('PortalSlow'));
  proxy.delay(0);
  await load(3, async () => isFiring());

  proxy.delay(100);
  await load(15, async () => isFiring('PortalWaitsForConnections'));
  proxy.delay(0);
  await load(3, async () => isFiring());

  await standby.stop();
  await load(3, async () => isFiring('PortalStandbyGone'));

  await service.end('SIGKILL');
  await expect
    .poll(async () => prometheus.firing(), { timeout: 60_000 })
    .toContain('PortalProcessDown');
});

test('in tests a minute of the rules is shorter', () => {
  expect(inTestTime('for: 10m\nrate(x[5m]) > quantile_over_time(0.9, y[1h]) {le="5m"}')).toBe(
    'for: 20s\nrate(x[10s]) > quantile_over_time(0.9, y[120s]) {le="5m"}',
  );
});
