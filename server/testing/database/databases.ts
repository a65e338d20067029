import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { inject } from 'vitest';

import {
  type Database,
  databaseOn,
  databaseOnLite,
  openLite,
  openPool,
} from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';

/**
 * Both databases that the service supports: `describe.each(databases)('leads on %s', (kind) =>
 * …)`.
 *
 * Tests of SQL run on both: of stores, transactions, locks and migrations, so that every statement
 * has run on both. Tests of rules, formats and permissions run on PostgreSQL alone, which takes
 * less processor time; those of long responses run on the embedded database, which shares the
 * event loop with the service.
 */
export const databases = ['PostgreSQL', 'the embedded database'] as const;
export type DatabaseKind = (typeof databases)[number];

/**
 * Opens a fresh, migrated, empty database, removed by `close`. One per test file: an embedded one
 * takes 0.3 s and 240 MB.
 */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return kind === 'PostgreSQL'
    ? copyTemplate(inject('postgresUrl'))
    : loadDump(inject('embeddedDump'));
}

async function copyTemplate(url: string): Promise<Database> {
  const name = `test_${newId()}`;
  await administer(url, `create database ${name} template template`);
  return databaseOn(openPool({ connectionString: `${url}/${name}` }), async () =>
    administer(url, `drop database ${name} with (force)`),
  );
}

async function administer(url: string, statement: string): Promise<void> {
  const pool = openPool({ connectionString: `${url}/postgres`, max: 1 });
  await pool.query(statement);
  await pool.end();
}

/**
 * Opens a migrated, empty embedded database in a new data folder, for a process that opens the
 * folder once this one has closed it. To create and migrate one takes 4 s of processor time more.
 */
export async function openTestFolder(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  return loadDump(inject('embeddedDump'), path.join(dataDir, 'database'));
}

async function loadDump(file: string, dataDir?: string): Promise<Database> {
  const loadDataDir = new Blob([await readFile(file)]);
  return databaseOnLite(await openLite({ loadDataDir, ...(dataDir && { dataDir }) }));
}
