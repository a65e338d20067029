import { sql } from 'kysely';
import * as z from 'zod/mini';

import type { Db } from '#server/db/connect.ts';
import { stayIdle } from '#server/db/statement-limit.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { BackupReader } from './backup-folder.ts';
import { lastMigration } from './backup.ts';

/** How many rows are stored by one statement. */
const rowsAtOnce = 500;

/**
 * Stores a backup in an empty database and its files, while no portal runs on them: everything, or
 * nothing. Returns what was restored, in words.
 * @throws ExplainedError if the backup is damaged or of another version, or the database not empty
 */
export async function restoreBackup(
  db: Db,
  files: FileStore,
  { folder, passphrase }: { readonly folder: string; readonly passphrase: string | undefined },
): Promise<string> {
  const backup = await BackupReader.open(folder, passphrase);
  const { tables, attachments, migration, createdAt } = backup.content;
  const own = await lastMigration(db);
  if (migration !== own)
    throw new ExplainedError(
      `The backup is of another version of the portal, whose last migration is ${migration}; here it is ${own}. Restore it with that version, then upgrade.`,
    );
  let rows = 0;
  await db.transaction().execute(async (tx) => {
    await stayIdle(tx);
    await checkEmpty(tx);
    for (const table of tables) rows += await restoreTable(tx, table, backup);
    for (const id of attachments) {
      // Of an earlier attempt.
      await files.remove(id);
      await files.write(id, backup.read(`${id}.gz`));
      await files.commit(id);
    }
  });
  await sql`analyze`.execute(db);
  return `${rows} rows of ${tables.length} tables and ${attachments.length} attached files of ${createdAt} are restored.`;
}

async function checkEmpty(tx: Db): Promise<void> {
  for (const table of ['accounts', 'partners', 'leads', 'deals'] as const) {
    const found = await tx.selectFrom(table).select('id').limit(1).execute();
    if (found.length > 0)
      throw new ExplainedError('The database is not empty: name a new one, or another DATA_DIR.');
  }
}

/** Stores the rows as they were: no trigger runs, and identities go on after the last one. */
async function restoreTable(tx: Db, table: string, backup: BackupReader): Promise<number> {
  const name = sql.table(table);
  await sql`alter table ${name} disable trigger user`.execute(tx);
  await sql`delete from ${name}`.execute(tx);
  const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
    select attname::text as name, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx);
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  let count = 0;
  for await (const rows of readBatches(backup, table)) {
    await sql`
      insert into ${name} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)`.execute(
      tx,
    );
    count += rows.length;
  }
  for (const { name: column, sequence } of columns)
    if (sequence !== null)
      await sql`select setval(${sequence}, max(${sql.ref(column)})) from ${name}`.execute(tx);
  await sql`alter table ${name} enable trigger user`.execute(tx);
  return count;
}

async function* readBatches(backup: BackupReader, table: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const line of readLines(backup.read(`${table}.jsonl.gz`))) {
    batch.push(z.string().parse(JSON.parse(line)));
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the lines of a text, each of which ends with a line break. */
async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
