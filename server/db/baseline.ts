import { sql } from 'kysely';

import { ExplainedError } from '#server/errors/explained-error.ts';

import type { Db } from './connect.ts';
import { OtherVersionError } from './migration-errors.ts';
import { readSchemaFile, schemaFilesTable, tableFiles } from './schema-files.ts';

/** The first migration: all tables. */
export const baseline = '0117-baseline';

/** The last migration of the versions before, with which a database has the same tables. */
const lastBefore = '0116-keys';

/**
 * Creates all tables in a new database. One of the version before has them, and stays as it is: its
 * table of migrations too, because a process of that version may still run or be started again.
 * @throws ExplainedError if the database is of another version
 */
export async function createBaseline(db: Db): Promise<void> {
  const isNew = !(await isOfVersionBefore(db));
  const files = [schemaFilesTable, ...(isNew ? tableFiles : [])];
  const texts = await Promise.all(files.map(async (name) => readSchemaFile(name)));
  await sql.raw(texts.join('\n')).execute(db);
}

/**
 * Returns whether the version before has migrated the database.
 * @throws ExplainedError if another version did, whose tables this one doesn’t know
 */
export async function isOfVersionBefore(db: Db): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (rows.length === 0) return false;
  const applied = await sql<{ last: string | null }>`
    select max(name) as last from kysely_migration`.execute(db);
  const last = applied.rows[0]?.last ?? null;
  // The first migration has failed, as where the extension for searching can’t be created.
  if (last === null) return false;
  if (last > lastBefore) throw new OtherVersionError(last);
  if (last < lastBefore)
    throw new ExplainedError(
      `The database is of an older version of the portal, whose last migration is ${last}: update to the release whose last migration is ${lastBefore} first, then to this one.`,
    );
  return true;
}
