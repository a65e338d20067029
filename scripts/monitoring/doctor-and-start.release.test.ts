import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { insertAccount } from '#server/accounts/accounts.store.ts';
import { type Database, openPool } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { makeCertificate } from '#server/testing/access/certificates.ts';
import { processSettings, testDatabase, testFolder } from '#server/testing/access/with-people.ts';
import { leaveAsVersionBefore } from '#server/testing/database/version-before.ts';
import { startProcess } from '#server/testing/service-process.ts';

import { examine } from './run-doctor.ts';

let database: Database;
let settings: Record<string, string>;
beforeEach(async () => {
  database = await testDatabase();
  settings = await processSettings(database);
});

/** Prepares a failure, and returns the settings that meet it. */
type Preparation = () => Promise<Record<string, string>>;
const failures: Readonly<Record<string, Preparation>> = {
  'settings that are invalid': async () => ({ DEMO: 'x', SMPT_URL: 'smtp://localhost' }),
  'no file of the settings': async () => ({ SETTINGS_FILE: join(await testFolder(), 'none') }),
  'a database that does not exist': async () => {
    const url = new URL(settings['DATABASE_URL'] ?? '');
    url.pathname = '/nowhere';
    return { DATABASE_URL: url.href };
  },
  'a database of another version': async () => {
    const insert = "insert into schema_migrations values ('0001-another', '2026-01-01')";
    await database.pool.query(insert);
    return {};
  },
  'a database of an older version': async () => {
    await leaveAsVersionBefore(database.db, '0105-partners-in-keys');
    return {};
  },
  'a database with demo accounts': async () => {
    const nothing = { partner_id: null, contact_id: null, password_hash: null };
    const person = { email: 'support@portal.test', name: 'Sam Porter', role: 'support' } as const;
    await insertAccount(database.db, { id: newId(), ...person, ...nothing, is_demo: true });
    return {};
  },
  'a database in which the extension can’t be created': async () => {
    const role = `limited_${newId()}`.toLowerCase();
    const { pool } = database;
    await pool.query(`create role ${role} login password '${role}'`);
    await pool.query(`create database ${role}`);
    onTestFinished(async () => {
      await pool.query(`drop database ${role} with (force)`);
      await pool.query(`drop role ${role}`);
    });
    const url = new URL(settings['DATABASE_URL'] ?? '');
    url.pathname = `/${role}`;
    const inside = openPool({ connectionString: url.href, max: 1 });
    await inside.query(`grant create on schema public to ${role}`);
    await inside.end();
    Object.assign(url, { username: role, password: role });
    return { DATABASE_URL: url.href };
  },
  'an embedded database that is damaged': async () => {
    const DATA_DIR = await testFolder();
    await mkdir(join(DATA_DIR, 'database'));
    await writeFile(join(DATA_DIR, 'database', 'base'), '');
    await writeFile(join(DATA_DIR, 'portal-secret'), 'x');
    return { DATA_DIR, DATABASE_URL: '', PORTAL_SECRET: '' };
  },
  'a data folder that can’t be created': async () => {
    const file = join(await testFolder(), 'file');
    await writeFile(file, '');
    return { DATA_DIR: join(file, 'data') };
  },
  'an embedded database in a data folder that can’t be created': async () => {
    const file = join(await testFolder(), 'file');
    await writeFile(file, '');
    return { DATA_DIR: join(file, 'data'), DATABASE_URL: '', PORTAL_SECRET: '' };
  },
  'a key of another certificate': async () => ({
    ...(await makeCertificate('rsa:2048')),
    TLS_KEY: (await makeCertificate('rsa:2048')).TLS_KEY,
  }),
  'a port in use': async () => {
    const listener = createServer((socket) => socket.end('another program'));
    onTestFinished(() => void listener.close());
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    return { PORT: String((listener.address() as AddressInfo).port) };
  },
  // For documentation alone: no machine has it.
  'an address of another machine': async () => ({ HOST: '192.0.2.1', PORT: '3000' }),
};

test.each(Object.entries(failures))('%s is wrong in the words of the start', async (_, prepare) => {
  const env = { ...settings, ...(await prepare()) };
  const { code, stderr } = await startProcess(env).ended;
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^ +at /m);
  const sentences = stderr
    .trim()
    .split('\n')
    .filter((line) => line !== 'The settings need attention:');
  expect(sentences).not.toEqual([]);
  const lines = (await examine(env)).join('\n');
  for (const sentence of sentences)
    expect(lines).toContain(`wrong: ${sentence.trim().replace(/\.$/, '')}`);
});
