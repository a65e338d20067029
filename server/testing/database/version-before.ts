import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

const migrations = path.join(import.meta.dirname, '../../db/migrations');

/** Returns the names of the numbered migrations, in order, as a database records them. */
export async function listNumberedMigrations(): Promise<string[]> {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  return files.toSorted().map((name) => path.basename(name, '.sql'));
}

/**
 * Makes a migrated database one that the version before has migrated: with its table of migrations,
 * whose last one is `last`, in place of those of this version, and without the tables that numbered
 * migrations have created. The other tables are the same.
 */
export async function leaveAsVersionBefore(db: Db, last = '0116-keys'): Promise<void> {
  await dropNewTables(db);
  await sql`drop table schema_migrations, schema_migrations_lock, schema_files`.execute(db);
  await sql`create table kysely_migration
    (name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(db);
  await sql`create table kysely_migration_lock
    (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db);
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
  for (const name of ['0001-accounts', '0002-leads-and-deals', last])
    await sql`insert into kysely_migration values (${name}, '2026-11-28T09:30:00.000Z')`.execute(
      db,
    );
}

/** Drops the tables of numbered migrations, and what is written for them. */
async function dropNewTables(db: Db): Promise<void> {
  for (const name of await listNumberedMigrations()) {
    const text = await readFile(path.join(migrations, `${name}.sql`), 'utf8');
    for (const [, table = ''] of text.matchAll(/^create table (\w+)/gm)) {
      await sql`drop table if exists ${sql.table(table)} cascade`.execute(db);
      const { rows } = await sql<{
        name: string;
      }>`select oid::regprocedure::text as name from pg_proc
        where pronamespace = 'public'::regnamespace and prosrc ~ ${`\\m${table}\\M`}`.execute(db);
      for (const { name: written } of rows)
        await sql`drop function ${sql.raw(written)} cascade`.execute(db);
    }
  }
}
