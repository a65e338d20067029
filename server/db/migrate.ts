import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

import { ExplainedError } from '#server/errors/explained-error.ts';

import { type Db, NoDatabaseError } from './connect.ts';
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

/**
 * Migrates the database to the latest schema, unless a later version has taken it further. Several
 * processes may do so at once: the migrator holds a lock of its session, so that `db` must not pass
 * a pooler.
 * @throws NoDatabaseError if the database’s owner may not create the extension for searching
 * @throws ExplainedError if another version has migrated the database
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: sqlFiles });
  const { error, results } = await withStatementLimit(Infinity, async () =>
    migrator.migrateToLatest(),
  );
  if (error === undefined) return;
  const found = await listMigrations(db).catch(() => undefined);
  if (found?.isAhead) return;
  if (found && found.unknown.length > 0)
    throw new ExplainedError(
      `The database is of another version of the portal, which has applied ${found.unknown.at(-1)}: run that version, or a newer one.`,
    );
  if (error instanceof Error && error.message.includes('pg_trgm'))
    throw new NoDatabaseError(
      new Error(`${error.message}; its administrator has to run “create extension pg_trgm” in it`),
    );
  const failed =
    results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
  throw new Error(`The database could not be migrated (${failed}).`, { cause: error });
}
