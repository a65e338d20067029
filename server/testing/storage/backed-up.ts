import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { sql } from 'kysely';

import { writeBackup } from '#server/backup/backup.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { type DatabaseKind, openTestDatabase } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp, type TestApp, testFiles, testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const made: string[] = [];
const opened: (Database | TestApp)[] = [];

/** Closes and removes the portals and folders of the functions below. */
export async function removePortals(): Promise<void> {
  for (const each of opened.splice(0)) await each.close();
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
}

/** Makes a folder that {@link removePortals} removes. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  made.push(folder);
  return folder;
}

/** The contents of a backup. */
export interface Portal {
  readonly db: Db;
  readonly files: FileStore;
}

/** Opens an empty portal: a database, and by default a folder for its files. */
export async function openEmpty(kind: DatabaseKind, files?: FileStore): Promise<Portal> {
  const database = await openTestDatabase(kind);
  opened.push(database);
  return { db: database.db, files: files ?? (await openFolder()) };
}

const openFolder = async () =>
  folderStore(path.join(await makeFolder(), 'files'), testSecrets.fileKeys);

/** Opens a portal on PostgreSQL with the demo records. */
export async function openSeeded(): Promise<Portal> {
  const portal = await openEmpty('PostgreSQL');
  await seedDemo(portal.db, portal.files);
  return portal;
}

/**
 * Opens a portal on PostgreSQL with a deal, and a lead that has a file of each format. Compressed,
 * its backup has several chunks of age.
 */
export async function openSmall(): Promise<Portal> {
  const service = await startTestApp('PostgreSQL');
  opened.push(service);
  const { db } = service.database;
  const testData = await makeUploadTestData(service);
  const large = Buffer.concat([attachableFiles['statement.pdf'], randomBytes(250_000)]);
  for (const files of [attachableFiles, { 'large.pdf': large }])
    await testData.send(uploadParts(testData.leadId, files));
  await insertDeals(db, await makePerson(db, 'broker'), { name: 'Kauri' });
  return { db, files: testFiles(service) };
}

/** Writes a backup to a new file. Returns the file, and the sentence about it. */
export async function backUp({ db, files }: Portal, passphrase?: string) {
  const file = path.join(await makeFolder(), 'backup');
  return { file, said: await writeBackup(db, files, { file, passphrase }) };
}

/** Restores a backup. */
export const restore = async ({ db, files }: Portal, file: string, passphrase?: string) =>
  restoreBackup(db, files, { file, passphrase });

/** Returns every row of every table, and every attached file. */
export async function readAll({ db, files }: Portal) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname !~ '^(kysely|schema)_'`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = sql`select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`;
    all[name] = (await rows.execute(db)).rows;
  }
  for (const { id } of await db.selectFrom('attachments').select('id').execute())
    all[`file ${id}`] = (await buffer(await files.read(id))).toString('base64');
  return all;
}
