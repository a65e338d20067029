import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { TestProject } from 'vitest/node';

import { databaseOn, databaseOnLite, openPool } from '#server/db/connect.ts';
import { openLite } from '#server/db/data-folder.ts';
import { migrate } from '#server/db/migrate.ts';

import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this run’s PostgreSQL server, with the migrated database `template`. */
    postgresUrl: string;
    /** The path of a file with the dump of a migrated embedded database. */
    embeddedDump: string;
  }
}

const root = path.join(import.meta.dirname, '..', '..', '..');

/**
 * Prepares one PostgreSQL cluster and one embedded database before all tests, migrated once; each
 * test file uses a copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, dump] = await Promise.all([startCluster(), migratedDump()]);
  project.provide('postgresUrl', cluster.url);
  project.provide('embeddedDump', dump);
  return cluster.stop;
}

/** Starts a temporary PostgreSQL server with the migrated database `template`. */
export async function startCluster(): Promise<PostgresServer> {
  const server = await startPostgres();
  const admin = openPool({ connectionString: `${server.url}/postgres`, max: 1 });
  await admin.query('create database template');
  await admin.end();
  await migrateDatabase(`${server.url}/template`);
  return server;
}

/** Migrates the database at `url`. */
export async function migrateDatabase(url: string): Promise<void> {
  const database = databaseOn(openPool({ connectionString: url }));
  await migrate(database.db);
  await database.close();
}

/**
 * Returns the path of the dump. The dump is cached between runs, until a migration or the database
 * itself changes.
 */
async function migratedDump(): Promise<string> {
  const folder = path.join(root, '.cache', 'embedded-dumps');
  const file = path.join(folder, `${await fingerprint()}.tar`);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).includes(path.basename(file))) return file;
  const lite = await openLite({});
  const database = await databaseOnLite(lite);
  await migrate(database.db);
  const dump = await lite.dumpDataDir('none');
  await database.close();
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
  return file;
}

async function fingerprint(): Promise<string> {
  const server = path.join(root, 'server');
  const names = (await readdir(server, { recursive: true })).filter((name) =>
    name.endsWith('.sql'),
  );
  const hash = createHash('sha256');
  const code = ['migrate', 'baseline', 'schema-files', 'function-files'].map(
    (name) => `server/db/${name}.ts`,
  );
  for (const name of ['node_modules/@electric-sql/pglite/package.json', ...code])
    hash.update(await readFile(path.join(root, name)));
  for (const name of names.toSorted()) hash.update(await readFile(path.join(server, name)));
  return hash.digest('hex').slice(0, 16);
}
