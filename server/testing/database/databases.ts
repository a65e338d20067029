import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';

import { type Database, databaseOn, databaseOnLite, openPool } from '#server/db/connect.ts';
import { openLite } from '#server/db/data-folder.ts';
import { newId } from '#server/db/ids.ts';

/** Both databases that the service supports. */
export const bothDatabases = ['PostgreSQL', 'the embedded database'] as const;
export type DatabaseKind = (typeof bothDatabases)[number];

// Set by vitest.config.ts.
const tested = process.env['TESTED_DATABASE'];

/**
 * The databases of this run: `describe.each(databases)('leads on %s', (kind) => …)`. `npm test`
 * runs such tests on PostgreSQL, and `npm run test:merge` on the embedded database. A few, of what
 * has differed before, are in `npm test` on `bothDatabases`.
 *
 * Tests run on both where the two may differ: statements of lists and searches, transactions,
 * locks, notifications and migrations. All others run on PostgreSQL alone, which takes less
 * processor time: rules, formats and permissions, and what a browser test does on the embedded
 * database as well. Tests of long responses run on the embedded database, which shares the event
 * loop with the service.
 */
export const databases = bothDatabases.filter((kind) => (tested ?? kind) === kind);

/** Opens a migrated, empty database, removed or emptied by `close`. */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return kind === 'PostgreSQL' ? copyTemplate(inject('postgresUrl')) : takeEmbedded();
}

async function copyTemplate(url: string): Promise<Database> {
  const name = `test_${newId()}`;
  // Copied as files: this takes half the processor time of copying by the log.
  await administer(url, `create database ${name} template template strategy file_copy`);
  // Who waits for one of the connections waits as long as it takes on a busy machine.
  const pool = openPool({ connectionString: `${url}/${name}`, connectionTimeoutMillis: 0 });
  return databaseOn(pool, async () => administer(url, `drop database ${name} with (force)`));
}

async function administer(url: string, statement: string): Promise<void> {
  const pool = openPool({
    connectionString: `${url}/postgres`,
    max: 1,
    connectionTimeoutMillis: 0,
  });
  await pool.query(statement);
  await pool.end();
}

/** Embedded databases of this process that no test uses. To load one takes 1 s and 240 MB. */
const unused: PGlite[] = [];

async function takeEmbedded(): Promise<Database> {
  const lite = unused.pop() ?? (await loadDump(inject('embeddedDump')));
  const schema = await readSchema(lite);
  return databaseOnLite(lite, async () => {
    await lite.exec('rollback');
    // What a test has changed beside rows is not undone.
    if ((await readSchema(lite)) !== schema) return lite.close();
    await empty(lite);
    unused.push(lite);
  });
}

/** Returns a value that a statement which creates, drops or replaces something changes for good. */
async function readSchema(lite: PGlite): Promise<unknown> {
  const catalogs = ['pg_class', 'pg_proc', 'pg_trigger', 'pg_constraint'];
  const sums = [
    ...catalogs.map((name) => `(select sum(oid::int8)::text from ${name})`),
    // A function that is replaced stays the same one.
    '(select sum(hashtext(prosrc)::int8)::text from pg_proc)',
  ].join(" || ' ' || ");
  const { rows } = await lite.query<{ schema: string }>(`select ${sums} as schema`);
  return rows[0]?.schema;
}

async function empty(lite: PGlite): Promise<void> {
  await lite.exec(`
    begin;
    set local session_replication_role = replica;
    do $$ begin
      execute (
        select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' restart identity'
        from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(kysely|schema)_'
      );
    end $$;
    commit`);
  await lite.exec('discard all');
  // Gives the memory of the rows back.
  await lite.exec('checkpoint');
}

/**
 * Opens a migrated, empty embedded database in a new data folder, for a process that opens the
 * folder once this one has closed it. To create and migrate one takes 4 s of processor time more.
 */
export async function openTestFolder(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  return databaseOnLite(await loadDump(inject('embeddedDump'), path.join(dataDir, 'database')));
}

async function loadDump(file: string, dataDir?: string): Promise<PGlite> {
  const loadDataDir = new Blob([await readFile(file)]);
  return openLite({ loadDataDir, ...(dataDir && { dataDir }) });
}
