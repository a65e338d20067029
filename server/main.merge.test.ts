import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { started, testDatabase } from '#server/testing/access/with-people.ts';

import { insertAccount } from './accounts/accounts.store.ts';
import { newId } from './db/ids.ts';
import { openTestDatabase } from './testing/database/databases.ts';
import { type ServiceProcess, startProcess } from './testing/service-process.ts';

let folder: string;
const database = started(async () => openTestDatabase('PostgreSQL'));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-main-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Starts the service as a process on the test’s database. */
function start(settings: Record<string, string>): ServiceProcess {
  return startProcess({
    DATABASE_URL: database.pool.options.connectionString ?? '',
    DATA_DIR: folder,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
    ...settings,
  });
}

async function rejection(settings: Record<string, string>): Promise<string> {
  const { code, stderr } = await start(settings).ended;
  expect(code).toBe(1);
  return stderr;
}

test('it prints its address, and a second process on its port does not start', async () => {
  const service = start({});
  const origin = await service.origin;
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(`${origin}/portal/session`);
  expect(response.status).toBe(401);
  expect(await rejection({ PORT: new URL(origin).port })).toMatch(
    /^The settings[^]*PORT \d+ is in use/,
  );
  expect(await service.end('SIGTERM')).toEqual({ code: 0, stderr: '' });
});

test('it starts with a setting that is no longer used, and says so', async () => {
  const service = start({ DATABASE_READ_URL: 'postgres://127.0.0.1/portal' });
  await service.origin;
  expect(await service.end('SIGTERM')).toEqual({
    code: 0,
    stderr:
      'DATABASE_READ_URL is no longer used: everything is read from the database of DATABASE_URL. Remove it.\n',
  });
});

test('all invalid settings are reported, and nothing starts', async () => {
  expect(await rejection({ PORT: 'x', DEMO: 'x' })).toMatch(/PORT must[^]*DEMO must/);
});

test('a database that rejects the connection is reported in one sentence', async () => {
  const url = new URL(database.pool.options.connectionString ?? '');
  url.pathname = '/nowhere';
  expect(await rejection({ DATABASE_URL: url.href })).toBe(
    'The database that DATABASE_URL names cannot be used: database "nowhere" does not exist.\n',
  );
});

test('a database with demo accounts is not served outside demo mode', async () => {
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
  expect(await rejection({ DEMO: '0' })).toContain('holds the demo accounts');
});

test('processes that start at once in demo mode store the demo data once', async () => {
  const empty = await testDatabase();
  const DATABASE_URL = empty.pool.options.connectionString ?? '';
  const services = [start({ DEMO: '1', DATABASE_URL }), start({ DEMO: '1', DATABASE_URL })];
  await Promise.all(services.map(async ({ origin }) => origin));
  const { rows } = await empty.pool.query(
    `select (select count(*) from leads) as leads, (select count(*) from accounts) as accounts,
      (select count(*) from attachments) as files`,
  );
  expect(rows).toEqual([{ leads: 134, accounts: 5, files: 32 }]);
  expect(await readdir(path.join(folder, 'files'))).toHaveLength(32 + 1);
  const endings = await Promise.all(services.map(async (service) => service.end('SIGTERM')));
  expect(endings).toEqual(services.map(() => ({ code: 0, stderr: '' })));
});
