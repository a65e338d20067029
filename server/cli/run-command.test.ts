import { execFile } from 'node:child_process';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { testDatabase, testFolder } from '#server/testing/access/with-people.ts';
import { runCommandHere } from '#server/testing/run-command-here.ts';
import { compiledModules } from '#server/testing/service-process.ts';
import { testSecret } from '#server/testing/test-app.ts';

type Command = readonly [string, ...string[]];
type Settings = Readonly<Record<string, string>>;

const settingsFor = async ({ pool }: Database): Promise<Settings> => ({
  DATABASE_URL: pool.options.connectionString ?? '',
  PORTAL_SECRET: testSecret,
  DATA_DIR: await testFolder(),
});

/** Runs a command as an operator does. Returns what it said, and its exit code. */
async function run(command: Command, database: Database, more: Settings = {}) {
  const settings = { ...(await settingsFor(database)), ...more };
  const { code, stdout, stderr } = await runCommandHere(command, settings);
  return { said: stdout + stderr, code };
}

/** Does the same in a process of its own. */
async function runProcess([name, ...args]: Command, database: Database) {
  const env = { ...(await settingsFor(database)), ...compiledModules };
  const command = path.join(import.meta.dirname, `${name}.ts`);
  return new Promise<{ said: string; code: unknown }>((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ said: stdout + stderr, code: error?.code ?? 0 }),
    );
  });
}

test('storage that is not there, a database that is not there, and a file are a sentence each', async () => {
  const database = await testDatabase();
  const nowhere = {
    FILES_URL: 's3://bucket?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  const said = [
    await run(['files', 'check'], database, nowhere),
    await run(['files', 'check'], database, {
      DATABASE_DIRECT_URL: 'postgres://someone:hidden-password@127.0.0.1:9/portal',
    }),
    await run(['secret', 'decrypt', '--file', '/no/such/file', '--to', '/no/other'], database),
  ];
  expect(said).toEqual([
    {
      code: 1,
      said: expect.stringMatching(/^Attached files can’t be read[^\n]*FILES_URL[^\n]*\n$/),
    },
    {
      code: 1,
      said: expect.stringMatching(
        /^The database could not be migrated[^\n]*ECONNREFUSED[^\n]*DATABASE_[^\n]*\n$/,
      ),
    },
    { code: 1, said: expect.stringMatching(/^[^\n]*\/no\/such\/file[^\n]*\n$/) },
  ]);
});

test('a database that rejects something, as for rights that a role lacks, is a sentence', async () => {
  const database = await testDatabase();
  const role = `limited_${newId()}`;
  await database.pool.query(
    `create role ${role}; grant select on all tables in schema public to ${role}`,
  );
  onTestFinished(async () => {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  });
  const url = new URL(database.pool.options.connectionString ?? '');
  url.searchParams.set('options', `-c role=${role}`);
  const add = ['account', 'add', '--email', 'ada@harbour.test', '--role', 'support'] as const;
  expect(await run([...add], database, { DATABASE_URL: url.href })).toEqual({
    code: 1,
    said: expect.stringMatching(/^The database rejected this: permission denied for [^\n]*\n$/),
  });
});

test('a database that can’t be migrated says why', async () => {
  const database = await testDatabase();
  await database.pool.query(
    'drop table schema_migrations; create table schema_migrations (x text)',
  );
  expect(await run(['files', 'check'], database)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^The database could not be migrated \(before the first\): column "name" [^\n]*\n$/,
    ),
  });
});

test('nobody’s email is not that of every integration', async () => {
  const database = await testDatabase();
  for (const command of ['report', 'erase'])
    for (const who of ['', ' '])
      expect(await run(['person', command, who], database)).toEqual({
        code: 1,
        said: expect.stringMatching(/^Usage: /),
      });
});

test('an older version on the database of a newer one says so in a sentence', async () => {
  const database = await testDatabase();
  await database.pool.query(
    `insert into schema_migrations values ('0001-another', '2026-01-01'), ('9999-newer', '2026-01-01')`,
  );
  expect(await runProcess(['files', 'check'], database)).toEqual({
    code: 1,
    said: 'The database is of another version of the portal, which has applied 9999-newer: run that version, or a newer one.\n',
  });
});
