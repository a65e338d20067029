import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

import { baseline, createBaseline } from './baseline.ts';
import type { Db } from './connect.ts';
import { applyFunctionFiles } from './function-files.ts';
import { explainMigration, explainSearch, OtherVersionError } from './migration-errors.ts';
import { withStatementLimit } from './statement-limit.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/**
 * A migration that waits for a lock fails, since whatever comes after it would wait for it. Longer
 * than the second after which PostgreSQL cancels an automatic vacuum that holds the lock.
 */
const lockLimit = "set local lock_timeout = '2s'";

/**
 * The baseline, then the numbered SQL files, in order. Each runs once, in one transaction with the
 * other pending ones.
 */
const migrations: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const up = async (db: Db) => void (await sql.raw(`${lockLimit}; ${text}`).execute(db));
      return [path.basename(name, '.sql'), { up }];
    });
    return {
      [baseline]: { up: createBaseline },
      ...Object.fromEntries(await Promise.all(entries)),
    };
  },
};

/** Tables of their own: a process of the version before goes by those that it knows. */
const tables = {
  migrationTableName: 'schema_migrations',
  migrationLockTableName: 'schema_migrations_lock',
};

/** Returns the migrator of a database. */
export function openMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: migrations, ...tables });
}

/**
 * Returns the names of migrations that are not applied, and of those only the database knows.
 * `isAhead`: these come after all of this version, which are applied.
 */
export async function listMigrations(db: Db) {
  const known = await openMigrator(db).getMigrations();
  const applied = known.some(({ executedAt }) => executedAt)
    ? (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db))
        .rows
    : [];
  const names = known.map(({ name }) => name);
  const pending = known.flatMap(({ name, executedAt }) => (executedAt ? [] : [name]));
  const unknown = applied.flatMap(({ name }) => (names.includes(name) ? [] : [name]));
  const isLater = unknown.every((name) => name > (names.at(-1) ?? ''));
  return { pending, unknown, isAhead: unknown.length > 0 && pending.length === 0 && isLater };
}

/**
 * Makes sure that the extension for searching is in the database, or can be created; creates none.
 * @throws ExplainedError
 */
export async function assertSearchable(db: Db): Promise<void> {
  const transaction = await db.startTransaction().execute();
  try {
    await sql`create extension if not exists pg_trgm`.execute(transaction);
  } catch (error) {
    throw error instanceof Error ? explainSearch(error) : error;
  } finally {
    await transaction.rollback().execute();
  }
}

/**
 * Migrates the database to the latest schema, then applies the files of functions, triggers and
 * views, unless a later version has taken it further. Several processes may do so at once: the
 * migrator holds a lock of its session, so that `db` must not pass a pooler. Returns the files that
 * a later version has replaced.
 * @throws ExplainedError with the database’s reason, such as that its owner may not create the
 *   extension for searching
 * @throws OtherVersionError
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  return withStatementLimit(Infinity, async () => {
    const { error, results } = await openMigrator(db).migrateToLatest();
    if (error === undefined) return applyFunctionFiles(db, lockLimit);
    const found = await listMigrations(db).catch(() => undefined);
    if (found?.isAhead) return [];
    if (found && found.unknown.length > 0) throw new OtherVersionError(found.unknown.at(-1));
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw explainMigration(failed ?? 'before the first', error);
  });
}
