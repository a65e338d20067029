import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { startPgBouncer } from '#e2e/reference/pg-bouncer.ts';
import { readArchive } from '#server/backup/read-archive.ts';
import { openPool } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { openTestFolder } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

type Settings = Readonly<Record<string, string>>;

const secret = { PORTAL_SECRET: 'a portal secret for tests, long enough' };
let folder: string;
let laptop: Settings;
let servers: readonly [Settings, Settings];
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-growing-up-'));
  laptop = { ...secret, DATA_DIR: path.join(folder, 'laptop') };
  const database = `${inject('postgresUrl')}/grown_${newId()}`;
  const admin = openPool({ connectionString: `${inject('postgresUrl')}/postgres`, max: 1 });
  await admin.query(`create database ${new URL(database).pathname.slice(1)}`);
  await admin.end();
  pooler = await startPgBouncer(database);
  // Processes that share a database by way of PgBouncer, and the files.
  const shared = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database };
  const server = { ...secret, ...shared, DATA_DIR: path.join(folder, 'shared') };
  servers = [server, server];
});
afterAll(async () => {
  await pooler.stop();
  await rm(folder, { recursive: true });
});

/** Runs a command as `npm run` does, with settings. Returns what it printed. */
async function command(settings: Settings, file: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], DEMO: '0', ...settings };
  const ended = await promisify(execFile)(process.execPath, [`server/cli/${file}`, ...args], {
    env,
  });
  return ended.stdout.trim();
}

/** Submits leads, and attaches a file of another format to each. */
async function fill(person: Person): Promise<void> {
  const portal = startProcess(laptop);
  const http = httpCaller(await portal.origin);
  for (const [name, bytes] of Object.entries(attachableFiles)) {
    const { id } = JSON.parse((await submitLead(http, person, name)).body);
    const { payload, contentType } = await multipart(uploadParts(id, { [name]: bytes }));
    const headers = { ...person.bearer, 'content-type': contentType };
    const upload = { method: 'POST', path: '/api/v1/attachment', headers, body: payload };
    expect((await http.call(upload)).statusCode, name).toBe(200);
  }
  http.close();
  await portal.end('SIGTERM');
}

/** Returns the contents of a backup without its manifest: rows in any order. */
async function readBackup(file: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const entry of readArchive(path.join(folder, file), undefined)) {
    const [kind = '', name = ''] = entry.name.split('/');
    const bytes = await buffer(entry.bytes);
    if (kind === 'files') found[entry.name] = bytes.toString('hex');
    if (kind === 'tables') found[name] = (found[name] ?? '') + bytes.toString();
  }
  const sorted = (content: string) => content.split('\n').toSorted().join('\n');
  return Object.fromEntries(
    Object.entries(found).map(([key, content]) => [key, sorted(content)] as const),
  );
}

test('a portal on a laptop moves to a server behind a pooler by its commands: every row and byte, and two processes go on', async () => {
  const database = await openTestFolder(laptop['DATA_DIR'] ?? '');
  const person = await makePerson(database.db, 'broker');
  await database.close();
  await fill(person);
  const count = Object.keys(attachableFiles).length;
  expect(await command(laptop, 'backup.ts', 'write', path.join(folder, 'before'))).toContain(
    `${count} attached files`,
  );

  const [server] = servers;
  await command(server, 'backup.ts', 'restore', path.join(folder, 'before'));
  expect(await command(server, 'files.ts', 'check')).toBe(
    `${count} attachments have their files, and there are no others.`,
  );
  await command(server, 'backup.ts', 'write', path.join(folder, 'after'));
  expect(await readBackup('after')).toEqual(await readBackup('before'));

  // What was submitted on the laptop is recognised on the server, by each process.
  const portals = servers.map((settings) => startProcess(settings));
  for (const portal of portals) {
    const http = httpCaller(await portal.origin);
    const list = { method: 'GET', path: '/api/v1/lead?pageSize=100', headers: person.bearer };
    expect((await submitLead(http, person, 'statement.pdf')).statusCode).toBe(200);
    expect(JSON.parse((await http.call(list)).body)).toHaveLength(count);
    http.close();
  }
  for (const portal of portals) await portal.end('SIGTERM');
}, 600_000);
