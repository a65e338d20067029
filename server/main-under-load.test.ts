import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from './db/connect.ts';
import { openTestDatabase } from './testing/databases.ts';
import { httpCaller } from './testing/http-calls.ts';
import { makePerson, type Person } from './testing/people.ts';

let database: Database;
let folder: string;
let broker: Person;
beforeAll(async () => {
  database = await openTestDatabase('PostgreSQL');
  broker = await makePerson(database.db, 'broker');
  folder = await mkdtemp(path.join(tmpdir(), 'portal-main-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const body = JSON.stringify({
  fields: { firstName: 'Ann', lastName: 'Cole', companyName: 'Co', phone: '+6490001234' },
});

async function startService(): Promise<{ service: ChildProcess; url: string }> {
  const service = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      DATABASE_URL: database.pool.options.connectionString,
      DATA_DIR: folder,
      PORTAL_SECRET: 'a portal secret for tests, long enough',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(service.stdout, 'data');
  return { service, url: /http:\S+/.exec(String(line))?.[0] ?? '' };
}

test(
  'asked to end under load, it finishes what it has begun, within 5 seconds, and loses no acknowledged lead',
  { timeout: 60_000 },
  async () => {
    const { service, url } = await startService();
    const caller = httpCaller(url);
    const acknowledged: string[] = [];
    const busy = Promise.withResolvers<void>();
    const submit = async (): Promise<void> => {
      const headers = { ...broker.bearer, 'content-type': 'application/json' };
      const answer = await caller.call({ method: 'POST', path: '/api/v1/lead', headers, body });
      expect(answer.statusCode, answer.body).toBe(200);
      acknowledged.push(JSON.parse(answer.body).id);
      if (acknowledged.length === 100) busy.resolve();
    };
    // Each goes on until it is turned away, which only the end of the service may do.
    const load = Array.from({ length: 16 }, async () => {
      for (;;) {
        const failure: unknown = await submit().catch((error: unknown) => error);
        if (failure) return failure;
      }
    });
    await busy.promise;

    const begun = performance.now();
    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    const took = performance.now() - begun;
    const failures = await Promise.all(load);
    caller.close();

    for (const failure of failures)
      expect(failure).toHaveProperty('code', expect.stringMatching(/^ECONN(REFUSED|RESET)$/));
    expect(code).toBe(0);
    expect(took).toBeLessThan(5_000);
    const { rows } = await database.pool.query<{ id: string }>('select id from leads');
    const stored = new Set(rows.map(({ id }) => id));
    // Nothing acknowledged is missing, and nothing was done whose answer was cut.
    expect(stored).toEqual(new Set(acknowledged));
  },
);
