import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { derivedTables, generateRows } from '#server/testing/database/generated-rows.ts';
import { countTotalDifferences } from '#server/testing/database/total-differences.ts';
import { leaveAsVersionBefore } from '#server/testing/database/version-before.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { killAt, whenReached } from '#server/testing/kill-at.ts';
import { type LeadLoad, listReferences, submitLeads } from '#server/testing/leads/lead-load.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { testSecret } from '#server/testing/test-app.ts';

import { type Database, databaseOn, openPool } from './connect.ts';
import { newId } from './ids.ts';
import { migrate, openMigrator } from './migrate.ts';

const name = `migrated_${newId()}`;
const admin = openPool({ connectionString: `${inject('postgresUrl')}/postgres`, max: 1 });
let database: Database;

beforeAll(async () => {
  await admin.query(`create database ${name}`);
  database = databaseOn(openPool({ connectionString: `${inject('postgresUrl')}/${name}` }));
});
afterAll(async () => {
  await database.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

/** The key of each table that there has been, as SQL. */
const keys = new Map<string, string>();

/**
 * Returns the key of each row of each table, except rows that follow from others. For a table that
 * has become a view, returns the keys of the view’s rows.
 */
async function readKeys(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows: tables } = await database.pool.query<{ table: string; key: string }>(`
    select conrelid::regclass::text as table,
      (select string_agg(format('%I::text', attname), ' || '' '' || ' order by at)
       from unnest(conkey) with ordinality as key (number, at)
       join pg_attribute on attrelid = conrelid and attnum = number) as key
    from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^(kysely|schema)_'`);
  const own = tables.filter(({ table }) => !derivedTables.test(table));
  for (const { table, key } of own) keys.set(table, key);
  const { rows: views } = await database.pool.query<{ table: string }>(`
    select relname as table from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace`);
  const selects = [...own, ...views.filter(({ table }) => keys.has(table))].map(
    ({ table }) => `select '${table}' as table, ${keys.get(table)} as key from ${table}`,
  );
  const { rows } = await database.pool.query<{ table: string; key: string }>(
    selects.join(' union all '),
  );
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return new Map([...byTable].map(([table, all]) => [table, new Set(all.map(({ key }) => key))]));
}

/** Returns every table, view, index, function and trigger with its definition. */
async function readSchema(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(`
    select concat_ws(' ', oid::text, relname, relkind, relfilenode::text) as definition from pg_class
      where relnamespace = 'public'::regnamespace and relname !~ '(kysely|schema)_'
    union all select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`);
  return rows.map(({ definition }) => definition);
}

test('every migration runs on a database of the version before with rows in every table, and loses none', async () => {
  const migrator = openMigrator(database.db);
  await migrate(database.db);
  await leaveAsVersionBefore(database.db);
  // As deploy/after-0105.sql leaves it.
  await database.pool.query('drop trigger partner_filled on attachments');
  // The first entry of a chain creates it.
  await database.pool.query(
    "insert into audit_entries (kind, actor_type) values ('sign-out', 'unknown')",
  );
  expect(await generateRows(database.pool), 'tables without rows').toEqual([]);
  const schema = await readSchema();
  const lost: string[] = [];
  let takenOver: readonly string[] | undefined;
  let before = await readKeys();
  expect(before.size).toBeGreaterThan(40);
  for (const { name: migration } of await migrator.getMigrations()) {
    const { error } = await migrator.migrateTo(migration);
    if (error) throw new Error(`${migration} failed.`, { cause: error });
    takenOver ??= await readSchema();
    const after = await readKeys();
    for (const [table, former] of before) {
      // A migration may add a column at the end of a key.
      const found = [...(after.get(table) ?? [])].map((key) => `${key} `);
      if (![...former].every((key) => found.some((one) => one.startsWith(`${key} `))))
        lost.push(`${migration}: ${table}`);
    }
    expect(await generateRows(database.pool), `${migration}: tables without rows`).toEqual([]);
    before = await readKeys();
  }
  expect(lost).toEqual([]);
  // By the baseline, the first of them.
  expect(takenOver).toEqual(schema);
  await migrate(database.db);
  expect(await countTotalDifferences(database.db)).toBe(0);
});

test('a file of functions waits two seconds for a lock, and is applied by the next start', async () => {
  await database.pool.query("delete from schema_files where name = 'deals/deals.functions.sql'");
  const writer = await database.pool.connect();
  await writer.query('begin; lock table leads in row exclusive mode');
  await expect(migrate(database.db)).rejects.toThrow(
    'The database could not be migrated (deals/deals.functions.sql): canceling statement due to lock timeout',
  );
  await writer.query('commit');
  writer.release();
  await migrate(database.db);
  const { rowCount } = await database.pool.query(
    "select from schema_files where name = 'deals/deals.functions.sql'",
  );
  expect(rowCount).toBe(1);
});

/** Starts a process of the service on the database. */
function start(dataDir: string) {
  return startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `${inject('postgresUrl')}/${name}`,
    PORTAL_SECRET: testSecret,
  });
}

/** Does what any release may do to the schema that the version before still uses. */
async function expand(): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(kysely|schema)_'`);
  for (const { name: table } of rows)
    await database.pool.query(`alter table "${table}"
      add column of_next_version text, add column of_next_version_too integer not null default 7`);
  await database.pool.query(`
    create index concurrently leads_of_next_version on leads (of_next_version)`);
  await database.pool.query(`create table of_next_version (id text primary key)`);
  await database.pool.query(`
    insert into schema_migrations values ('9999-of-next-version', now()::text)`);
}

test('a process works on that database, and on beside a version that has migrated it further, also when it is started again', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-before-'));
  const person = await makePerson(database.db, 'broker');
  let load: LeadLoad;
  const hasGoneOn = whenReached(async () => {
    await load.reached(100);
    await expand();
    await load.reached(300);
  });
  await killAt(
    { start: () => start(dataDir), at: [hasGoneOn] },
    async (origin) => {
      load = submitLeads(origin, person, 'rolling');
      await load.done;
    },
    async (origin) => {
      const http = httpCaller(origin);
      const received = [...load.responses].flatMap(([reference, response]) =>
        response === null ? [] : { reference, ...response },
      );
      // A busy machine makes for a busy service.
      expect(received.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 503)).toEqual(
        [],
      );
      const acknowledged = received.filter(({ statusCode }) => statusCode === 200);
      const listed = await listReferences(http, person);
      const references = acknowledged.map(({ reference }) => reference);
      expect(references.filter((reference) => !listed.includes(reference))).toEqual([]);
      expect(new Set(listed).size).toBe(listed.length);
      const call = { headers: { ...person.bearer, 'content-type': 'application/json' } };
      const { id } = JSON.parse(acknowledged[0]?.body ?? '') as { id: string };
      const body = JSON.stringify({ fields: { companyName: 'Kauri Clinics' } });
      const address = `/api/v1/lead/${id}`;
      const changed = await http.call({ ...call, method: 'PATCH', path: address, body });
      const read = await http.call({ ...call, method: 'GET', path: address });
      expect([changed.statusCode, read.statusCode]).toEqual([200, 200]);
      expect(read.body).toContain('Kauri Clinics');
      expect(read.body).not.toContain('of_next_version');
      http.close();
    },
  );
  await rm(dataDir, { recursive: true });
});
