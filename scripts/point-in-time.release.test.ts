import { type ExecFileException, execFile } from 'node:child_process';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findPorts } from '#e2e/free-ports.ts';
import { deployedFile, type Variables } from '#e2e/reference/deployed-files.ts';
import {
  findPostgres,
  findProgram,
  listening,
  owner,
  type Program,
  startProgram,
} from '#e2e/reference/programs.ts';
import { until } from '#scripts/failover/database-nodes.ts';
import { type Database, databaseOn, openPool } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

const run = promisify(execFile);

let folder: string;
let data: string;
let variables: Variables;
let programs: string;
let postgres: Program;
let url: string;
beforeAll(async () => {
  programs = findPostgres();
  findProgram('pgbackrest', 'pgbackrest');
  folder = await mkdtemp(path.join(tmpdir(), 'portal-recovery-'));
  await chmod(folder, 0o711);
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? 0);
  variables = await chooseVariables();
  data = path.join(folder, 'postgresql-one');
  const port = Number(variables['POSTGRES_1_PORT']);
  for (const name of ['pgbackrest.conf', 'archive.conf'])
    await writeFile(path.join(folder, name), await deployedFile(name, variables));
  await asOwner(path.join(programs, 'initdb'), '--username=postgres', '--auth=trust', data);
  const settings = `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\ninclude '${folder}/archive.conf'\n`;
  await appendFile(path.join(data, 'postgresql.conf'), settings);
  url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await startPostgres();
  await migrateDatabase(url);
});
afterAll(async () => {
  await postgres.end('SIGTERM');
  await rm(folder, { recursive: true });
});

async function chooseVariables(): Promise<Variables> {
  const settings = parseEnv(await deployedFile('settings.env', {}));
  const [one = 0, two = 0] = await findPorts(2);
  const ports = { POSTGRES_1_PORT: one, POSTGRES_2_PORT: two };
  return { ...settings, ...ports, FOLDER: folder, BACKUP_PASSPHRASE: newId() };
}

/** Runs a program as the user of PostgreSQL. Returns what it printed. */
async function asOwner(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PGHOST: '127.0.0.1' };
  return (await run(command, args, { env, cwd: folder, ...owner })).stdout;
}

const pgBackRest = async (...args: string[]) =>
  asOwner('pgbackrest', `--config=${folder}/pgbackrest.conf`, '--stanza=portal', ...args);

/** Starts PostgreSQL, and waits until it has recovered and accepts changes. */
async function startPostgres(): Promise<void> {
  postgres = startProgram(path.join(programs, 'postgres'), ['-D', data], { user: owner });
  await listening(Number(variables['POSTGRES_1_PORT']), postgres);
  const isReady = async ({ pool }: Database) =>
    pool.query('select pg_is_in_recovery() as is').then(
      ({ rows }) => rows[0]?.is === false,
      () => false,
    );
  await until('PostgreSQL', async () => withDatabase(isReady));
}

async function withDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const database = databaseOn(openPool({ connectionString: url, max: 1 }));
  return use(database).finally(async () => database.close());
}

const settings = () => ({
  DATABASE_URL: url,
  DATA_DIR: path.join(folder, 'portal'),
  PORTAL_SECRET: 'a portal secret for tests, long enough',
});

/** Runs a portal while something is done there. */
async function withPortal<Result>(use: (http: HttpCaller) => Promise<Result>): Promise<Result> {
  const portal = startProcess(settings());
  const http = httpCaller(await portal.origin);
  try {
    return await use(http);
  } finally {
    http.close();
    await portal.end('SIGTERM');
  }
}

/** Submits a lead and attaches a file to it. Returns the ids of both. */
async function submitWithFile(http: HttpCaller, person: Person, reference: string) {
  const lead = JSON.parse((await submitLead(http, person, reference)).body).id as string;
  const parts = uploadParts(lead, { 'june.pdf': attachableFiles['statement.pdf'] });
  const { payload, contentType } = await multipart(parts);
  const headers = { ...person.bearer, 'content-type': contentType };
  const upload = { method: 'POST', path: '/api/v1/attachment', headers, body: payload };
  return { lead, file: JSON.parse((await http.call(upload)).body).id as string };
}

/** Returns every row of every table, as text. */
async function readAllRows({ db }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = sql`select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`;
    all[name] = (await rows.execute(db)).rows;
  }
  return all;
}

/** Runs `npm run files -- check`. Returns its sentences, in order. */
async function checkFiles(): Promise<string[]> {
  const options = { env: { PATH: process.env['PATH'], ...settings() } };
  const ended = await run(process.execPath, ['server/cli/files.ts', 'check'], options).catch(
    (error: ExecFileException) => error,
  );
  return `${ended.stdout}${ended.stderr}`.trim().split('\n').toSorted();
}

/** Sends the log until now to pgBackRest, and ends PostgreSQL and its disk at once. */
async function loseServer(): Promise<void> {
  await withDatabase(async ({ pool }) => {
    const { rows } = await pool.query('select pg_walfile_name(pg_switch_wal()) as part');
    const archived = async () =>
      (await pool.query('select last_archived_wal as part from pg_stat_archiver')).rows;
    await expect.poll(archived).toEqual(rows);
  });
  await postgres.end('SIGKILL');
  await rm(data, { recursive: true });
}

test('a database that is lost is brought back to a moment before a mistake, every row, and the files are checked against it', async () => {
  const person = await withDatabase(async ({ db }) => makePerson(db, 'broker'));
  await pgBackRest('stanza-create');
  const first = await withPortal(async (http) => submitWithFile(http, person, 'first'));
  await pgBackRest('--type=full', 'backup');
  const second = await withPortal(async (http) => submitWithFile(http, person, 'second'));
  const files = path.join(folder, 'portal', 'files');
  const copy = path.join(folder, 'copy-of-files');
  await cp(files, copy, { recursive: true });
  const { rows, moment } = await withDatabase(async (database) => {
    const now = await database.pool.query('select clock_timestamp()::text as at');
    return { rows: await readAllRows(database), moment: String(now.rows[0]?.at) };
  });

  // After the moment: a file is removed, a lead with a file is new, and then comes the mistake.
  const later = await withPortal(async (http) => {
    const { session: headers } = person;
    const removal = { method: 'DELETE', path: `/portal/attachments/${second.file}`, headers };
    expect((await http.call(removal)).statusCode).toBe(200);
    return submitWithFile(http, person, 'third');
  });
  await withDatabase(async ({ pool }) => pool.query('truncate leads cascade'));
  await loseServer();

  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  await mkdir(data, { mode: 0o700 });
  if (owner.uid !== undefined) await chown(data, owner.uid, owner.gid ?? 0);
  await pgBackRest(...target, 'restore');
  await startPostgres();
  expect(await withDatabase(readAllRows)).toEqual(rows);

  const newer = `The file ${later.file} is stored, but no attachment has it.`;
  const removed = `The file of attachment ${second.file} is missing.`;
  expect(await checkFiles()).toEqual([newer, removed].toSorted());
  await cp(copy, files, { recursive: true });
  expect(await checkFiles()).toEqual([newer]);
  await rm(path.join(files, later.file));
  expect(await checkFiles()).toEqual(['2 attachments have their files, and there are no others.']);

  // The portal works on: leads are created, and the log is archived on a timeline of its own.
  await withPortal(async (http) => {
    for (const { file } of [first, second]) {
      const view = { method: 'GET', path: `/portal/attachments/${file}/view` };
      expect((await http.call({ ...view, headers: person.session })).statusCode).toBe(200);
    }
    expect((await submitLead(http, person, 'third')).statusCode).toBe(200);
  });
  await pgBackRest('--type=full', 'backup');
  expect(await pgBackRest('info')).toMatch(/status: ok/);
}, 600_000);
