import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

import type { Config } from '#server/config/config.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { closeToOthers, makeDataFolder, openLite, openOrCreate } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { embeddedListener, type Listener, ServerListener } from './listen.ts';
import { Outages } from './outages.ts';
import type { Tables } from './schema.ts';
import { idleLimit, LimitedClient, limitsMs } from './statement-limit.ts';

/** Queries: Kysely on the pool, or on one of its transactions. */
export type Db = Kysely<Tables>;

/** An open database. The embedded one has one connection. */
export interface Database {
  readonly db: Db;
  /** For what Kysely does not support: named prepared statements, COPY. */
  readonly pool: pg.Pool;
  /** For work that needs a session of its own, such as a lock: bypasses a pooler. */
  readonly direct: Db;
  /** Listens to notifications, on one connection outside the pool. */
  readonly listen: Listener['listen'];
  /** When it can’t be used, and when it can again. */
  readonly outages: Outages;
  /** Waits for running queries, then closes the database and releases its lock. */
  close(): Promise<void>;
}

const dateType = 1082;
const bigintType = 20;
// A date stays text, because it has no time zone; counts fit a number.
pg.types.setTypeParser(dateType, (text) => text);
pg.types.setTypeParser(bigintType, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond a safe integer.`);
  return value;
});

// Every row of a list has several timestamps. Parsing them as ISO text costs a fifth of pg’s own
// parser.
const timestampType = 1184;
const readTimestamp: (text: string) => Date = pg.types.getTypeParser(timestampType);
pg.types.setTypeParser(timestampType, (text) =>
  /^\d{4}-.*\+00$/.test(text)
    ? new Date(`${text.slice(0, -3).replace(' ', 'T')}Z`)
    : readTimestamp(text),
);

/**
 * The configured PostgreSQL server cannot be used. The message has the server’s or the
 * connection’s reason.
 */
export class NoDatabaseError extends ExplainedError {
  constructor(cause: unknown) {
    const reason = (cause instanceof Error && cause.message) || systemErrorCode(cause);
    super(`The database that DATABASE_URL names cannot be used: ${reason}.`, { cause });
  }
}

/**
 * Opens the configured database: a PostgreSQL server, or the embedded database in the locked data
 * folder.
 * @throws NoDatabaseError, DataFolderError
 */
export async function openDatabase(config: Config): Promise<Database> {
  await closeToOthers(config.dataDir);
  const { databaseUrl, dataDir } = config;
  return databaseUrl === null ? openFolder(dataDir) : openServer(databaseUrl, config);
}

async function openServer(
  connectionString: string,
  { databaseDirectUrl: directUrl }: Config,
): Promise<Database> {
  const opened = openPool({
    connectionString,
    Client: LimitedClient,
    connectionTimeoutMillis: limitsMs.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const pool = directUrl === null ? opened : withoutNames(opened);
  try {
    await pool.query('select');
  } catch (error) {
    await pool.end();
    throw new NoDatabaseError(error);
  }
  if (directUrl === null) return databaseOn(pool);
  const direct = openPool({ ...pool.options, connectionString: directUrl, max: 1 });
  return withListener(pool, {
    listener: new ServerListener(direct.options),
    direct: kyselyOn(direct),
    release: async () => direct.end(),
  });
}

/**
 * Sends the statements of a pool without names: a pooler may run each on another session, where
 * none of that name is prepared, or one that another process has prepared.
 */
function withoutNames(pool: pg.Pool): pg.Pool {
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (text: string | pg.QueryConfig, values?: unknown[]) => {
      if (typeof text === 'string') return query(text, values);
      const { name: _, ...unnamed } = text;
      return query(unnamed, values);
    },
  });
}

/** Returns a pool on a PostgreSQL server. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000, ...options });
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the
  // process.
  pool.on('error', () => {});
  return withOwnQuery(pool);
}

/** Returns the one connection of an embedded database, as a pool. */
async function embeddedPool(lite: PGlite): Promise<pg.Pool> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  return withOwnQuery(new pg.Pool(Object.assign(createPgConfig(lite), { idleTimeoutMillis: 0 })));
}

/**
 * Lets a query that fails leave the connection as it is, unless it broke. pg’s pool would end its
 * client; PGlite then ends the next one, which shares the connection, and no query would work any
 * more. A query that waits for a connection also keeps its statement limit: pg’s pool would begin
 * it on behalf of whoever releases the connection.
 */
function withOwnQuery(pool: pg.Pool): pg.Pool {
  const query = async (text: string | pg.QueryConfig, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
  return Object.assign(pool, { query });
}

/** Returns Kysely on a pool of a server. `release` runs after the pool has ended. */
export function databaseOn(pool: pg.Pool, release?: () => Promise<void>): Database {
  return withListener(pool, { listener: new ServerListener(pool.options), release });
}

/** Returns Kysely on an embedded database, which `release` closes. */
export async function databaseOnLite(
  lite: PGlite,
  release: () => Promise<void> = async () => lite.close(),
): Promise<Database> {
  const pool = await embeddedPool(lite);
  return withListener(pool, { listener: embeddedListener(lite, pool), release });
}

/**
 * PostgreSQL, with {@link idleLimit} on each transaction. It is set together with its beginning,
 * rather than in the session, which a pooler may share between processes.
 */
class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return Object.assign(new PostgresDriver(this.#config), {
      beginTransaction: async (
        connection: DatabaseConnection,
        { isolationLevel, accessMode = 'read write' }: TransactionSettings,
      ) => {
        const isolation = isolationLevel === undefined ? '' : `isolation level ${isolationLevel},`;
        const begin = `start transaction ${isolation} ${accessMode}; ${idleLimit}`;
        await connection.executeQuery(CompiledQuery.raw(begin));
      },
    });
  }
}

const kyselyOn = (pool: pg.Pool): Db => new Kysely<Tables>({ dialect: new Dialect({ pool }) });

interface Parts {
  readonly listener: Listener;
  readonly direct?: Db;
  readonly release?: (() => Promise<void>) | undefined;
}

function withListener(pool: pg.Pool, { listener, direct, release }: Parts): Database {
  const db = kyselyOn(pool);
  const outages = new Outages(pool);
  return {
    db,
    pool,
    direct: direct ?? db,
    listen: async (...subscription) => listener.listen(...subscription),
    outages,
    close: async () => {
      outages.close();
      await listener.close();
      await pool.end();
      await release?.();
    },
  };
}

async function openFolder(dataDir: string): Promise<Database> {
  // Other users of the machine must not read the data.
  await makeDataFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const lite = await openOrCreate(dataDir, async (folder) => openLite({ dataDir: folder }));
    return await databaseOnLite(lite, async () => {
      await lite.close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}
