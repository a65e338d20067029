import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { insertAccount } from './accounts/accounts.store.ts';
import type { Database } from './db/connect.ts';
import { newId } from './db/ids.ts';
import { openTestDatabase } from './testing/databases.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase('PostgreSQL');
  folder = await mkdtemp(path.join(tmpdir(), 'portal-main-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The service as a process on the test's database. */
function start(env: Record<string, string>) {
  return spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      DATABASE_URL: database.pool.options.connectionString,
      DATA_DIR: folder,
      PORTAL_SECRET: 'a portal secret for tests, long enough',
      PORT: '0',
      ...env,
    },
  });
}

async function refusal(env: Record<string, string>): Promise<string> {
  const service = start(env);
  const [told, [code]] = await Promise.all([text(service.stderr), once(service, 'exit')]);
  expect(code).toBe(1);
  return told;
}

// Processes of their own take their time on a busy machine.
const patient = { timeout: 30_000 };

test(
  'it tells its address, gives way to no second one on its port, and ends when asked to',
  patient,
  async () => {
    const service = start({});
    const [line] = await once(service.stdout, 'data');
    const [, url = ''] = /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(String(line)) ?? [];
    const answer = await fetch(`${url}/portal/session`);
    expect(answer.status).toBe(401);
    expect(await refusal({ PORT: new URL(url).port })).toMatch(
      /^The settings[^]*PORT \d+ is in use/,
    );

    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    expect(code).toBe(0);
  },
);

test('wrong settings are told in full, and nothing starts', patient, async () => {
  expect(await refusal({ PORT: 'x', DEMO: 'x' })).toMatch(/PORT must[^]*DEMO must/);
});

test('a database with demo accounts is not served outside demo mode', patient, async () => {
  await insertAccount(database.db, {
    id: newId(),
    email: 'support@portal.test',
    name: 'Sam Porter',
    role: 'support',
    partner_id: null,
    contact_id: null,
    password_hash: null,
    is_demo: true,
  });
  expect(await refusal({ DEMO: '0' })).toContain('holds the demo accounts');
});
