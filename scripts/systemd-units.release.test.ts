import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findPorts } from '#e2e/free-ports.ts';
import { findProgram, listening, startProgram } from '#e2e/reference/programs.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Database } from '#server/db/connect.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

const root = path.join(import.meta.dirname, '..');
const unitFolder = path.join(root, 'deploy', 'systemd');
const units = readdirSync(unitFolder);
const services = units.filter((name) => name.endsWith('.service'));

let folder: string;
let database: Database;
let analyze: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-units-'));
  database = await openTestDatabase('PostgreSQL');
  analyze = findProgram('systemd-analyze', 'systemd');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Returns a unit with the folders of this machine in place of those where it is installed. */
function unitHere(name: string): string {
  return readFileSync(path.join(unitFolder, name), 'utf8')
    .replaceAll('/srv/portal/', `${root}/`)
    .replaceAll('/srv/portal\n', `${root}\n`)
    .replaceAll('/var/lib/', `${folder}/`);
}

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(analyze, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test('systemd knows every setting of the units, and finds what they start', async () => {
  const copies = path.join(folder, 'units');
  await mkdir(copies);
  for (const name of units) await writeFile(path.join(copies, name), unitHere(name));
  const files = units.map((name) => path.join(copies, name));
  expect(run('verify', '--man=no', ...files)).toEqual({ status: 0, said: '' });
});

test.each(services)('the exposure of %s is under 3', (name) => {
  // The threshold is ten times the exposure that is still accepted.
  const file = path.join(unitFolder, name);
  const { status, said } = run('security', '--offline=true', '--threshold=29', file);
  expect(said).toContain('Overall exposure level');
  expect(status, said).toBe(0);
});

/** Returns the commands of a unit as lines for the shell, which reads these as systemd does. */
function commandsIn(name: string, instance = ''): string[] {
  const text = unitHere(name).replaceAll('\\\n', ' ');
  return [...text.matchAll(/^ExecStart(?:Post)?=(.*)$/gm)].map(([, line = '']) =>
    line.replaceAll('%i', instance).replaceAll('%%', '%'),
  );
}

/** Returns what systemd and portal.env have in the environment of a unit’s commands. */
function environment(stateFolder: string) {
  const { connectionString = '' } = database.pool.options;
  return {
    PATH: process.env['PATH'],
    STATE_DIRECTORY: path.join(folder, stateFolder),
    DATA_DIR: path.join(folder, 'portal'),
    DATABASE_URL: connectionString,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
    PORT: '0',
  };
}

/** Runs the commands of a unit that ends by itself. Returns what they print. */
async function runUnit(name: string, stateFolder: string): Promise<string> {
  const printed: string[] = [];
  const options = { cwd: root, env: environment(stateFolder) };
  for (const line of commandsIn(name))
    printed.push((await promisify(execFile)('/bin/sh', ['-c', line], options)).stdout);
  return printed.join('');
}

test.each([
  ['portal.service', ''],
  ['portal@.service', '1'],
])('%s starts the portal, at the port of its own if it has one', async (name, instance) => {
  const [port = 0] = await findPorts(1);
  const env = { ...environment('portal'), ...(instance === '' && { PORT: String(port) }) };
  const [line = ''] = commandsIn(name, instance && String(port));
  const portal = startProgram('/bin/sh', ['-c', `exec ${line}`], { env, user: {} });
  await listening(port, portal);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await portal.end('SIGTERM');
});

test('portal-backup.service writes a backup, and then removes those of a month ago', async () => {
  await makePerson(database.db, 'broker');
  const backups = path.join(folder, 'portal-backups');
  const [old, recent] = [path.join(backups, 'old'), path.join(backups, 'recent')];
  for (const [name, days] of [
    [old, 40],
    [recent, 20],
  ] as const) {
    await mkdir(name, { recursive: true });
    const at = Date.now() / 1000 - days * 86_400;
    await utimes(name, at, at);
  }
  expect(await runUnit('portal-backup.service', 'portal-backups')).toMatch(
    /^\d+ rows of \d+ tables/,
  );
  const [written = '', ...others] = await readdir(backups);
  expect(others).toEqual(['recent']);
  expect(written).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z\.backup$/);
  expect((await stat(path.join(backups, written))).isFile()).toBe(true);
});

describe('portal-audit.service', () => {
  const verify = async () => runUnit('portal-audit.service', 'portal-audit');
  const record = async () =>
    recordAction(database.db, {
      actor: { type: 'account', id: 'ada' },
      partnerId: 'north',
      address: '192.0.2.1',
      action: 'key-shown',
    });

  test('keeps the ends of the audit trail, and fails once an entry is missing', async () => {
    await mkdir(path.join(folder, 'portal-audit'), { mode: 0o700 });
    await record();
    await record();
    expect(await verify()).toContain('2 entries in 1 chains are as they were written.');
    const ends = await readFile(path.join(folder, 'portal-audit', 'ends.json'), 'utf8');
    expect(JSON.parse(ends)).toMatchObject([{ chain: 'north', position: 2 }]);
    await record();
    expect(await verify()).toContain('3 entries in 1 chains are as they were written.');
    await database.pool.query(
      'set session_replication_role = replica; delete from audit_entries where position = 3; set session_replication_role = origin',
    );
    await expect(verify()).rejects.toThrow('Broken: entry 3 of chain “north”');
  });
});
