import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import autocannon from 'autocannon';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing/database/databases.ts';
import { fillWithLeads, makePeople } from '#server/testing/filled-database.ts';
import type { Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

test('at twice the load that it can carry, it rejects early, and responds to the others within a second', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const url = database.pool.options.connectionString ?? '';
  const admin = await fillWithLeads(url, 20_000);
  // Many, because each may send 100 requests a second.
  const people = [admin, ...(await makePeople(url, 39, admin.partnerId))];
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-load-'));
  const service = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  });
  onTestFinished(async () => {
    await service.end('SIGKILL');
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const origin = await service.origin;

  const carried = await load(origin, people, { connections: 10 });
  expect(carried.rejected).toBe(0);
  const overall = Math.round(2 * carried.perSecond);
  const loading = load(origin, people, { connections: 200, overallRate: overall });
  const needed = await readWhatIsNeeded(origin, admin);
  const overloaded = await loading;
  console.log({ carried, offeredPerSecond: overall, overloaded, needed });
  expect(new Set(needed)).toEqual(new Set([200]));
  expect(overloaded.answered).toBeGreaterThan(0);
  expect(overloaded.withoutRetryAfter).toBe(0);
  expect(overloaded.p99).toBeLessThan(1_000);
});

/** Reads lists for some seconds. Returns what became of the requests, and the times of the good. */
async function load(
  origin: string,
  people: readonly Person[],
  options: Partial<autocannon.Options>,
) {
  const times: number[] = [];
  const counts = { rejected: 0, withoutRetryAfter: 0, other: 0 };
  const seconds = 8;
  const requests = people.map(({ bearer }): autocannon.Request => ({
    path: '/api/v1/lead?pageSize=20',
    headers: bearer,
    onResponse: (status, _body, _context, headers) => {
      if (status === 503) counts.rejected += 1;
      else if (status !== 200) counts.other += 1;
      const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
      if (status === 503 && !names.includes('retry-after')) counts.withoutRetryAfter += 1;
    },
  }));
  const { promise, resolve } = Promise.withResolvers<void>();
  autocannon({ url: origin, duration: seconds, requests, ...options }, () => resolve()).on(
    'response',
    (_client, status, _bytes, ms) => {
      if (status === 200) times.push(ms);
    },
  );
  await promise;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => Math.round(times[Math.floor(share * times.length)] ?? 0);
  const perSecond = times.length / seconds;
  return { ...counts, answered: times.length, perSecond, p50: quantile(0.5), p99: quantile(0.99) };
}

/** Reads what is rejected last, now and then. Returns the statuses. */
async function readWhatIsNeeded(origin: string, person: Person): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1)
    for (const address of ['/portal/session', '/portal/home'])
      statuses.push((await fetch(`${origin}${address}`, { headers: person.session })).status);
  return statuses;
}
