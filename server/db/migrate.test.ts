import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { ExplainedError } from '#server/errors/explained-error.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';

import { databaseOn, openPool } from './connect.ts';
import { newId } from './ids.ts';
import { assertSearchable, migrate } from './migrate.ts';

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
  // Before, some did, and are applied in databases under these names.
  const numbers = files.map((file) => file.slice(0, 4)).filter((number) => number >= '0096');
  expect(numbers).toStrictEqual([...new Set(numbers)]);
});
