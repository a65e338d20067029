import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { stayIdle } from '#server/db/statement-limit.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { BackupWriter } from './backup-folder.ts';

/** How many rows are read at once. */
const rowsAtOnce = 1_000;

/**
 * Writes the database and the attached files of one moment to a new folder, while the portal is
 * used. Returns what was written, in words.
 * @throws ExplainedError if the folder exists, nothing is stored, or files are removed meanwhile
 */
export async function writeBackup(
  db: Db,
  files: FileStore,
  { folder, passphrase }: { readonly folder: string; readonly passphrase: string | undefined },
): Promise<string> {
  const backup = await BackupWriter.create(folder, passphrase);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await stayIdle(tx);
      const now = await sql<{ now: Date }>`select now()`.execute(tx);
      const tables = await listTables(tx);
      let rows = 0;
      for (const table of tables)
        await backup.write(
          `${table}.jsonl.gz`,
          readLines(tx, table, () => (rows += 1)),
        );
      if (rows === 0)
        throw new ExplainedError('There is nothing to back up: check DATABASE_URL, or DATA_DIR.');
      const found = await tx.selectFrom('attachments').select(['id', 'has_own_key']).execute();
      const attachments = found.map(({ id }) => id);
      for (const { id, has_own_key: hasOwnKey } of found)
        await backup.write(`${id}.gz`, await readFile(files, id, !hasOwnKey));
      const migration = await lastMigration(tx);
      const createdAt = now.rows[0]?.now.toISOString() ?? '';
      await backup.complete({ createdAt, migration, tables, attachments });
      return `${rows} rows of ${tables.length} tables and ${attachments.length} attached files are in ${folder}.`;
    });
}

/** Reads the text of each row as PostgreSQL writes it as JSON, which it reads back exactly. */
async function* readLines(tx: Db, table: string, count: () => void): AsyncGenerator<string> {
  await sql`declare backup cursor for select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup`.execute(
      tx,
    );
    if (rows.length === 0) break;
    for (const { row } of rows) {
      count();
      yield `${JSON.stringify(row)}\n`;
    }
  }
  await sql`close backup`.execute(tx);
}

async function readFile(files: FileStore, id: string, mayBePlain: boolean) {
  try {
    return await files.read(id, { mayBePlain });
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new ExplainedError(
      `The file of attachment ${id} is missing. If it was removed a moment ago, run the command again.`,
    );
  }
}

/** Returns the tables of the portal, each after those that it refers to. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive depths as (
      select oid, 0 as depth from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      union all
      select conrelid, depth + 1 from pg_constraint join depths on confrelid = depths.oid
      where contype = 'f' and conrelid <> confrelid
    )
    select relname::text as name from depths join pg_class using (oid)
    group by relname order by max(depth), relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the last migration of a schema. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}
