import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { ExplainedError } from '#server/errors/explained-error.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';
import {
  databases,
  type DatabaseKind,
  openTestDatabase,
} from '#server/testing/database/databases.ts';
import { untilWaiting } from '#server/testing/database/simultaneous.ts';
import {
  leaveAsVersionBefore,
  listNumberedMigrations,
} from '#server/testing/database/version-before.ts';

import { type Database, databaseOn, openPool } from './connect.ts';
import { describeReplaced } from './function-files.ts';
import { newId } from './ids.ts';
import { assertSearchable, migrate } from './migrate.ts';
import { functionFiles, readSchemaFile } from './schema-files.ts';
import { LimitedClient } from './statement-limit.ts';

const name = `limited_${newId()}`;
const admin = openPool({ connectionString: `${inject('postgresUrl')}/postgres`, max: 1 });

beforeAll(async () => {
  await admin.query(`create role ${name} login password '${name}'`);
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await admin.query(`drop database ${name}`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

test('a role that may not create the extension for searching is told what to do', async () => {
  const inside = openPool({ connectionString: `${inject('postgresUrl')}/${name}`, max: 1 });
  await inside.query(`grant create on schema public to ${name}`);
  const url = new URL(`${inject('postgresUrl')}/${name}`);
  url.username = name;
  url.password = name;
  const limited = databaseOn(openPool({ connectionString: url.href, max: 2 }));
  await expect(migrate(limited.db)).rejects.toThrow(ExplainedError);
  await expect(migrate(limited.db)).rejects.toThrow(
    /permission denied to create extension "pg_trgm"; its administrator/,
  );
  await expect(assertSearchable(limited.db)).rejects.toThrow(
    /permission denied to create extension "pg_trgm"; its administrator/,
  );
  const asAdministrator = databaseOn(inside);
  await assertSearchable(asAdministrator.db);
  expect((await inside.query("select from pg_extension where extname = 'pg_trgm'")).rowCount).toBe(
    0,
  );
  // Where it is there already, no right to create it is needed.
  await inside.query('create extension pg_trgm');
  await assertSearchable(limited.db);
  await migrate(limited.db);
  await limited.close();
  const later = openPool({ connectionString: url.href, max: 1 });
  const { rows } = await later.query('show max_parallel_workers_per_gather');
  expect(rows, 'no request takes the cores of others').toEqual([
    { max_parallel_workers_per_gather: '0' },
  ]);
  await later.end();
  await asAdministrator.close();
});

test('a later version may have migrated the database further, but no other one', async () => {
  const database = await testDatabase();
  const { db, pool } = database;
  const insert = "insert into schema_migrations values ($1, '2026-11-27')";
  await pool.query(insert, ['9999-of-a-later-version']);
  await migrate(db);
  await pool.query(insert, ['0050-of-another-version']);
  await expect(migrate(db)).rejects.toThrow('The database is of another version');
});

test('no two migrations have the same number', async () => {
  const files = await readdir(path.join(import.meta.dirname, 'migrations'));
  const numbers = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, 4));
  expect(numbers).toStrictEqual([...new Set(numbers)]);
  expect(numbers.every((number) => number > '0117')).toBe(true);
});

/** Creates an empty database, for several processes. Returns what opens it. */
async function createEmpty(): Promise<() => Database> {
  const empty = `empty_${newId()}`;
  await admin.query(`create database ${empty}`);
  onTestFinished(async () => void (await admin.query(`drop database ${empty} with (force)`)));
  return () => {
    const connectionString = `${inject('postgresUrl')}/${empty}`;
    const database = databaseOn(openPool({ connectionString, max: 2, Client: LimitedClient }));
    onTestFinished(async () => database.close());
    return database;
  };
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');
const readApplied = async ({ pool }: Database) =>
  (await pool.query<{ name: string }>('select name from schema_files order by id')).rows.map(
    (row) => row.name,
  );
/** Returns the migrations of this version, as a database records them. */
const listAllMigrations = async () =>
  ['0117-baseline', ...(await listNumberedMigrations())].map((each) => ({ name: each }));
const readMigrations = async ({ pool }: Database) =>
  (await pool.query('select name from schema_migrations order by name')).rows;

test('of processes that start at once on a new database, one creates it, and all use it', async () => {
  const open = await createEmpty();
  const all = [open(), open(), open(), open()] as const;
  await Promise.all(all.map(async ({ db }) => migrate(db)));
  expect(await readMigrations(all[0])).toEqual(await listAllMigrations());
  expect(await readApplied(all[0])).toEqual(functionFiles);
});

test('a process that ends while it creates the database leaves the rest to the next one', async () => {
  const open = await createEmpty();
  const [first, next] = [open(), open()];
  // Before the first file of functions, when the tables are committed.
  const lock = (what: string) => `select pg_advisory_${what}(hashtext('schema_files'))`;
  const client = await next.pool.connect();
  await client.query(lock('lock'));
  const migrated = Promise.allSettled([migrate(first.db)]);
  await untilWaiting(next.pool, 1);
  expect(await readApplied(next)).toEqual([]);
  const { rows } = await client.query(`select pg_terminate_backend(pid) as is_ended
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  expect(rows).toEqual([{ is_ended: true }]);
  expect(await migrated).toMatchObject([
    { reason: { message: expect.stringContaining('could not be migrated (history/') } },
  ]);
  await client.query(lock('unlock'));
  client.release();
  await migrate(next.db);
  expect(await readApplied(next)).toEqual(functionFiles);
});

describe.each(databases)('a database of another version on %s', (kind: DatabaseKind) => {
  const open = async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(async () => database.close());
    return database;
  };
  const readSource = async ({ pool }: Database) =>
    (await pool.query("select prosrc from pg_proc where proname = 'queue_for_feed'")).rows;
  const replace = async ({ pool }: Database, text: string, hash: string) => {
    await pool.query(`create or replace function queue_for_feed() returns trigger language plpgsql as
      $$ begin ${text} return null; end $$`);
    const insert = 'insert into schema_files (name, hash) values ($1, $2)';
    await pool.query(insert, ['feed/feed.functions.sql', hash]);
  };

  test('that was before this one is taken over, by all processes that start at once', async () => {
    const database = await open();
    await database.pool.query("insert into partners (id, name) values ('p', 'Harbour')");
    await leaveAsVersionBefore(database.db);
    const former = 'select * from kysely_migration order by name';
    const before = (await database.pool.query(former)).rows;
    await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)]);
    await migrate(database.db);
    expect(await readMigrations(database)).toEqual(await listAllMigrations());
    expect(await readApplied(database)).toEqual(functionFiles);
    expect((await database.pool.query('select name from partners')).rows).toEqual([
      { name: 'Harbour' },
    ]);
    // The version before can be started again.
    expect((await database.pool.query(former)).rows).toEqual(before);
  });

  test('that was earlier needs the release before this one', async () => {
    const { db } = await open();
    await leaveAsVersionBefore(db, '0105-partners-in-keys');
    await expect(migrate(db)).rejects.toThrow(
      'The database is of an older version of the portal, whose last migration is 0105-partners-in-keys: update to the release whose last migration is 0116-keys first',
    );
    await expect(migrate(db)).rejects.toThrow(ExplainedError);
  });

  test('that this one does not know is no database for it', async () => {
    const { db } = await open();
    await leaveAsVersionBefore(db, '0116-of-another-version');
    await expect(migrate(db)).rejects.toThrow('The database is of another version');
  });

  test('that has earlier functions gets those of this one', async () => {
    const database = await open();
    const latest = await readSource(database);
    await database.pool.query("delete from schema_files where name = 'feed/feed.functions.sql'");
    await replace(database, 'perform 1;', 'earlier');
    expect(await readSource(database)).not.toEqual(latest);
    expect(await migrate(database.db)).toEqual([]);
    expect(await readSource(database)).toEqual(latest);
    expect(await readApplied(database)).toEqual(
      expect.arrayContaining(['feed/feed.functions.sql']),
    );
  });

  test('that has later functions keeps them, and this one says so', async () => {
    const database = await open();
    await replace(database, 'perform 2;', 'later');
    const later = await readSource(database);
    expect(await migrate(database.db)).toEqual(['feed/feed.functions.sql']);
    expect(await readSource(database)).toEqual(later);
  });

  test('that had the text of this one before gets it again only with another comment', async () => {
    const database = await open();
    const file = 'feed/feed.functions.sql';
    const text = await readSchemaFile(file);
    const returned = await readSource(database);
    await replace(database, 'perform 2;', 'between');
    const between = await readSource(database);
    // As of an older process that starts late: the text says nothing else.
    const replaced = await migrate(database.db);
    expect(describeReplaced(replaced)).toBe(
      'The database has had later texts of functions than this version of the portal (feed/feed.functions.sql), and keeps those. Start the newest version everywhere. If this is the newest, and a file went back to an earlier text, change a comment in the file.',
    );
    expect(await readSource(database)).toEqual(between);

    const former = text.replace(/^--.*$/m, '-- Another comment.');
    expect(former).not.toBe(text);
    const change = 'update schema_files set hash = $1 where name = $2 and hash = $3';
    await database.pool.query(change, [hashText(former), file, hashText(text)]);
    expect(await migrate(database.db)).toEqual([]);
    expect(await readSource(database)).toEqual(returned);
  });
});
