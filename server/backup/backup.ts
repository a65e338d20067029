import { Readable } from 'node:stream';

import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { stayIdle } from '#server/db/statement-limit.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { FileStore } from '#server/files/file-store.ts';

import {
  ContentSummary,
  describeContent,
  fileName,
  type Manifest,
  manifestName,
  readEntryName,
  rowsName,
} from './backup-content.ts';
import { lastMigration, listTables } from './schema-state.ts';
import { explainStorage } from './storage-errors.ts';
import { type ArchiveEntry, writeArchive } from './write-archive.ts';

/** How many rows are read at once. */
const rowsAtOnce = 200;
/** How many characters of rows a part of a table has at least, unless it is the last one. */
const partLength = 1_000_000;

/**
 * Writes the database and the attached files of one moment to a new file, while the portal is used.
 * Returns what was written, in words.
 * @throws ExplainedError if the file exists, nothing is stored, or attached files are missing or
 * damaged
 */
export async function writeBackup(
  db: Db,
  files: FileStore,
  { file, passphrase }: { readonly file: string; readonly passphrase: string | undefined },
): Promise<string> {
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  return transaction.setAccessMode('read only').execute(async (tx) => {
    await stayIdle(tx);
    const summary = new ContentSummary();
    await writeArchive(file, passphrase, listEntries(tx, files, summary));
    const isOpen =
      passphrase === undefined
        ? ' It is not encrypted, and whoever can change it decides what is restored: set BACKUP_PASSPHRASE.'
        : '';
    return `${describeContent(summary)} are in ${file}.${isOpen}`;
  });
}

/** Lists the entries of a backup: all rows, then all files, then what both amount to. */
async function* listEntries(
  tx: Db,
  files: FileStore,
  summary: ContentSummary,
): AsyncGenerator<ArchiveEntry> {
  const now = await sql<{ now: Date }>`select now()`.execute(tx);
  const tables = await listTables(tx);
  for (const table of tables) yield* counted(listRows(tx, table), summary);
  if (Object.keys(summary.tables).length === 0)
    throw new ExplainedError('There is nothing to back up: check DATABASE_URL, or DATA_DIR.');
  yield* counted(listFiles(tx, files), summary);
  const manifest: Manifest = {
    createdAt: now.rows[0]?.now.toISOString() ?? '',
    migration: await lastMigration(tx),
    tables: Object.fromEntries(tables.map((table) => [table, summary.tables[table] ?? 0])),
    attachments: summary.attachments,
    sha256: summary.sha256(),
  };
  yield toEntry(manifestName, JSON.stringify(manifest));
}

/** Adds entries to the summary. */
async function* counted(
  entries: AsyncIterable<ArchiveEntry>,
  summary: ContentSummary,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    const content = readEntryName(entry.name);
    if (content === undefined || !summary.accepts(content))
      throw new Error(`No backup can have ${entry.name}.`);
    yield { ...entry, bytes: summary.add(content, entry) };
  }
}

function toEntry(name: string, content: string): ArchiveEntry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, bytes: Readable.from([bytes]) };
}

/** Lists the rows of a table in parts: each is JSON as PostgreSQL writes it, and reads it back. */
async function* listRows(tx: Db, table: string): AsyncGenerator<ArchiveEntry> {
  const rows = sql`select row_to_json(t)::text as row from ${sql.table(table)} t`;
  await sql`declare backup cursor for ${rows}`.execute(tx);
  const fetch = sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup`;
  let part = 1;
  let lines = '';
  for (;;) {
    const { rows: next } = await fetch.execute(tx);
    // A string again: a column of the type json has line breaks where its text had.
    for (const { row } of next) lines += `${JSON.stringify(row)}\n`;
    if (lines.length >= partLength || (next.length === 0 && lines !== '')) {
      yield toEntry(rowsName(table, part), lines);
      part += 1;
      lines = '';
    }
    if (next.length === 0) break;
  }
  await sql`close backup`.execute(tx);
}

async function* listFiles(tx: Db, files: FileStore): AsyncGenerator<ArchiveEntry> {
  // As entries are compared: by their characters, whatever the language of the database.
  const attachments = await tx
    .selectFrom('attachments')
    .select(['id', 'size', 'has_own_key'])
    .orderBy(sql`id collate "C"`)
    .execute();
  for (const { id, size, has_own_key: hasOwnKey } of attachments)
    yield { name: fileName(id), size, bytes: readFile(files, id, size, !hasOwnKey) };
}

/** @throws ExplainedError if the file of an attachment is missing, damaged or of another size */
async function* readFile(files: FileStore, id: string, size: number, mayBeUnencrypted: boolean) {
  let length = 0;
  try {
    for await (const chunk of await files.read(id, { mayBeUnencrypted })) {
      length += chunk.length;
      if (length > size) break;
      yield chunk;
    }
  } catch (error) {
    throw explainRead(id, error);
  }
  if (length !== size)
    throw new ExplainedError(`The file of attachment ${id} is not as long as it was.`);
}

function explainRead(id: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT')
    return new ExplainedError(
      `The file of attachment ${id} is missing. If it was removed a moment ago, run the command again.`,
    );
  if (code === 'FILE_DAMAGED')
    return new ExplainedError(
      `The file of attachment ${id} is damaged, or encrypted with another PORTAL_SECRET.`,
    );
  return explainStorage(error);
}
