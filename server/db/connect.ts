import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { Config } from '#server/config.ts';

import { lockFolder } from './folder-lock.ts';
import type { Tables } from './schema.ts';

/** Queries: Kysely on the pool, or on one transaction of it. */
export type Db = Kysely<Tables>;

/** An open database. */
export interface Database {
  readonly db: Db;
  /** For what Kysely has no words for: named prepared statements, LISTEN, COPY. Embedded, it has one connection. */
  readonly pool: pg.Pool;
  /** Waits for running queries, then closes and unlocks. */
  close(): Promise<void>;
}

const dateType = 1082;
const bigintType = 20;
// A day is a day, not a midnight somewhere; counts fit a number.
pg.types.setTypeParser(dateType, (text) => text);
pg.types.setTypeParser(bigintType, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond a safe integer.`);
  return value;
});

// Every row of a list has several times; read as ISO text they cost a fifth of what pg's own reading costs.
const timestampType = 1184;
const readTimestamp: (text: string) => Date = pg.types.getTypeParser(timestampType);
pg.types.setTypeParser(timestampType, (text) =>
  /^\d{4}-.*\+00$/.test(text)
    ? new Date(`${text.slice(0, -3).replace(' ', 'T')}Z`)
    : readTimestamp(text),
);

/** The PostgreSQL server of the settings lets nobody in, with its reason or that of the way there. */
export class NoDatabaseError extends Error {
  constructor(cause: unknown) {
    const { message, code } = cause as Error & { code?: string };
    super(`The database that DATABASE_URL names cannot be used: ${message || code}.`, { cause });
  }
}

/**
 * Opens the database that the settings name: a PostgreSQL server, or the embedded one in the locked data folder.
 * @throws NoDatabaseError, FolderLockedError
 */
export async function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl === null ? openFolder(config.dataDir) : openServer(config.databaseUrl);
}

async function openServer(connectionString: string): Promise<Database> {
  const pool = openPool({ connectionString });
  try {
    await pool.query('select');
  } catch (error) {
    await pool.end();
    throw new NoDatabaseError(error);
  }
  return databaseOn(pool);
}

/** A pool on a PostgreSQL server. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000, ...options });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** The one connection of an embedded database, as a pool. */
export async function embeddedPool(lite: PGlite): Promise<pg.Pool> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  return new pg.Pool(createPgConfig(lite));
}

/** Kysely on a pool; `release` runs after the pool has ended. */
export function databaseOn(pool: pg.Pool, release?: () => Promise<void>): Database {
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: async () => {
      await pool.end();
      await release?.();
    },
  };
}

async function openFolder(dataDir: string): Promise<Database> {
  // Other users of the machine have no business with what it holds.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const lite = await openLite({ dataDir: path.join(dataDir, 'database') });
    return databaseOn(await embeddedPool(lite), async () => {
      await lite.close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** An embedded database: in a folder, or in memory from a dump. Loaded late, because a server installation never needs it. */
export async function openLite(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  return PGlite.create({ ...options, extensions: { pg_trgm } });
}
