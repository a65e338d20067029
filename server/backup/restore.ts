import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { stayIdle } from '#server/db/statement-limit.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { describeContent, type Manifest } from './backup-content.ts';
import { damagedBackup } from './read-archive.ts';
import { type ContentReader, readBackup } from './read-backup.ts';
import { TableRestore } from './restore-tables.ts';
import { lastMigration, listTables } from './schema-state.ts';
import { withStoredFiles } from './storage-errors.ts';

/** Reads everything and does nothing with it. */
const check: ContentReader = {
  rows: async (_table, bytes) => drain(bytes),
  file: async (_id, bytes) => drain(bytes),
};

/**
 * Stores a backup in an empty database and its files, while no portal runs on them: everything, or
 * nothing. It is read twice, and nothing is changed before the first time has come to its end.
 * Returns what was restored, in words.
 * @throws ExplainedError if the backup is damaged or of another version, or the portal not empty
 */
export async function restoreBackup(
  db: Db,
  files: FileStore,
  { file, passphrase }: { readonly file: string; readonly passphrase: string | undefined },
): Promise<string> {
  const tables = await listTables(db);
  await checkEmpty(db, files, tables);
  const manifest = await readBackup(file, passphrase, check);
  await checkSchema(db, tables, manifest);
  const stored: string[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      await stayIdle(tx);
      await checkEmpty(tx, files, tables);
      const rows = await TableRestore.begin(tx, tables);
      await readBackup(file, passphrase, {
        rows: async (table, bytes) => rows.add(table, bytes),
        file: async (id, bytes) => {
          // A file of an earlier attempt, whose process was ended.
          await files.discard(id);
          stored.push(id);
          await withStoredFiles(async () => files.write(id, toBuffers(bytes)));
        },
      });
      await checkFiles(tx, stored);
      await rows.end();
    });
  } catch (error) {
    for (const id of stored) await files.discard(id);
    throw error;
  }
  // The rows name them now: a portal reads them before they are committed, too.
  for (const id of stored) await files.commit(id);
  await sql`analyze`.execute(db);
  const isOpen = passphrase === undefined ? ' Nobody vouches for it: it was not encrypted.' : '';
  return `${describeContent(manifest)} of ${manifest.createdAt} are restored.${isOpen}`;
}

/** @throws ExplainedError if the portal has records or files, which would be mixed with others */
async function checkEmpty(db: Db, files: FileStore, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const found = await sql`select from ${sql.table(table)} limit 1`.execute(db);
    if (found.rows.length > 0)
      throw new ExplainedError(
        `The database is not empty, it has rows of ${table}: name a new one, or another DATA_DIR.`,
      );
  }
  const [id] = await withStoredFiles(async () => files.committed());
  if (id !== undefined)
    throw new ExplainedError(
      `Attached files are stored here already, such as ${id}: name another DATA_DIR or FILES_URL, or move them elsewhere.`,
    );
}

/** @throws ExplainedError if a backup is of another schema than the one of the database */
async function checkSchema(db: Db, tables: readonly string[], manifest: Manifest): Promise<void> {
  const own = await lastMigration(db);
  if (manifest.migration !== own)
    throw new ExplainedError(
      `The backup is of another version of the portal, whose last migration is ${JSON.stringify(manifest.migration)}; here it is ${own}. Restore it with that version, then upgrade.`,
    );
  const missing = tables.filter((table) => !Object.hasOwn(manifest.tables, table));
  if (missing.length > 0) throw damagedBackup(`it lacks the tables ${missing.join(', ')}`);
  const others = Object.keys(manifest.tables).filter((table) => !tables.includes(table));
  if (others.length > 0)
    throw damagedBackup(`it has tables of no portal: ${JSON.stringify(others)}`);
}

/** @throws ExplainedError unless the files are those of the attachments, all of them */
async function checkFiles(tx: Db, ids: readonly string[]): Promise<void> {
  const attachments = await tx.selectFrom('attachments').select('id').execute();
  const known = new Set(attachments.map(({ id }) => id));
  for (const id of ids)
    if (!known.delete(id)) throw damagedBackup(`it has the file ${id}, which no attachment has`);
  const [missing] = known;
  if (missing !== undefined) throw damagedBackup(`it lacks the file of attachment ${missing}`);
}

/** Reads bytes to their end. */
async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(bytes, new Writable({ write: (_chunk, _encoding, done) => done() }));
}

async function* toBuffers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of bytes)
    yield Buffer.from(buffer, byteOffset, byteLength);
}
