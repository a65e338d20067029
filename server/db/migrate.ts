import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { Db } from './connect.ts';
import { withStatementLimit } from './statement-limit.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/**
 * A migration that waits for a lock fails, since whatever comes after it would wait for it. Longer
 * than the second after which PostgreSQL cancels an automatic vacuum that holds the lock.
 */
const lockLimit = "set local lock_timeout = '2s'";

/**
 * The numbered SQL files, in order. Each runs once, in one transaction with the other pending ones.
 */
export const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const up = async (db: Db) => void (await sql.raw(`${lockLimit}; ${text}`).execute(db));
      return [path.basename(name, '.sql'), { up }];
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};

/**
 * Returns the names of migrations that are not applied, and of those only the database knows.
 * `isAhead`: these come after all of this version, which are applied.
 */
export async function listMigrations(db: Db) {
  const known = await new Migrator({ db, provider: sqlFiles }).getMigrations();
  const applied = known.some(({ executedAt }) => executedAt)
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db))
        .rows
    : [];
  const names = known.map(({ name }) => name);
  const pending = known.flatMap(({ name, executedAt }) => (executedAt ? [] : [name]));
  const unknown = applied.flatMap(({ name }) => (names.includes(name) ? [] : [name]));
  const isLater = unknown.every((name) => name > (names.at(-1) ?? ''));
  return { pending, unknown, isAhead: unknown.length > 0 && pending.length === 0 && isLater };
}

/** Another version of the portal has migrated the database, which this one can’t. */
export class OtherVersionError extends ExplainedError {
  constructor(migration: string | undefined) {
    super(
      `The database is of another version of the portal, which has applied ${migration}: run that version, or a newer one.`,
    );
  }
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

const explainSearch = ({ message }: Error) =>
  new ExplainedError(
    `The database that DATABASE_URL names cannot be used: ${message}; its administrator has to run “create extension pg_trgm” in it.`,
  );

/**
 * Migrates the database to the latest schema, unless a later version has taken it further. Several
 * processes may do so at once: the migrator holds a lock of its session, so that `db` must not pass
 * a pooler.
 * @throws ExplainedError with the database’s reason, such as that its owner may not create the
 *   extension for searching
 * @throws OtherVersionError
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: sqlFiles });
  const { error, results } = await withStatementLimit(Infinity, async () =>
    migrator.migrateToLatest(),
  );
  if (error === undefined) return;
  const found = await listMigrations(db).catch(() => undefined);
  if (found?.isAhead) return;
  if (found && found.unknown.length > 0) throw new OtherVersionError(found.unknown.at(-1));
  if (error instanceof Error && error.message.includes('pg_trgm')) throw explainSearch(error);
  const failed =
    results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
  const reason = (error instanceof Error && error.message) || systemErrorCode(error);
  throw new ExplainedError(
    `The database could not be migrated (${failed}): ${reason}. Check PostgreSQL, the DATABASE_ settings and the rights of the role there, then start again.`,
    { cause: error },
  );
}
