import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { parseBucketUrl } from '#server/config/files-config.ts';
import type { Database } from '#server/db/connect.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { s3Store } from '#server/files/s3-store.ts';
import { type DatabaseKind, openTestDatabase } from '#server/testing/database/databases.ts';
import { s3Credentials, startS3Server } from '#server/testing/storage/s3-server.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

const passphrase = 'correct horse';
const made: string[] = [];
const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
  for (const folder of made) await rm(folder, { recursive: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  made.push(folder);
  return folder;
}

/** Opens an empty portal: a database, and a folder for its files. */
async function openEmpty(kind: DatabaseKind) {
  const database = await openTestDatabase(kind);
  opened.push(database);
  return {
    db: database.db,
    files: folderStore(path.join(await makeFolder(), 'files'), testSecrets.fileKeys),
  };
}
type Portal = Awaited<ReturnType<typeof openEmpty>>;

/** Writes a backup to a new folder. Returns the folder, and what is said. */
async function backUp({ db, files }: Portal, secret?: string) {
  const folder = path.join(await makeFolder(), 'backup');
  return { folder, said: await writeBackup(db, files, { folder, passphrase: secret }) };
}
const restore = async ({ db, files }: Portal, folder: string, secret?: string) =>
  restoreBackup(db, files, { folder, passphrase: secret });

/** Returns every row of every table, and every attached file. */
async function readAll({ db, files }: Portal) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%'`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = sql`select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`;
    all[name] = (await rows.execute(db)).rows;
  }
  for (const { id } of await db.selectFrom('attachments').select('id').execute())
    all[`file ${id}`] = (await buffer(await files.read(id))).toString('base64');
  return all;
}

/** Opens an empty portal with its files in a bucket. */
async function openEmptyWithBucket() {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  const server = await startS3Server();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const { db } = await openEmpty('PostgreSQL');
  const bucket = parseBucketUrl(server.url);
  if (bucket === null) throw new Error('The URL is none.');
  return { db, files: s3Store(bucket, testSecrets.fileKeys) };
}

const start = async () => {
  const portal = await openEmpty('PostgreSQL');
  await seedDemo(portal.db, portal.files);
  const plain = await backUp(portal);
  const sealed = await backUp(portal, passphrase);
  return { portal, plain, sealed, empty: await openEmpty('PostgreSQL') };
};
let shared: Awaited<ReturnType<typeof start>>;
beforeAll(async () => (shared = await start()));

test('what is backed up from a server is restored on an embedded database and back, every row and byte, and goes on', async () => {
  const { portal, plain } = shared;
  const counted = /^\d{4,} rows of \d\d tables and [1-9]\d* attached files/;
  expect(plain.said).toMatch(counted);
  const laptop = await openEmpty('the embedded database');
  expect(await restore(laptop, plain.folder)).toContain(counted.exec(plain.said)?.[0]);
  const server = await openEmpty('PostgreSQL');
  await restore(server, (await backUp(laptop, passphrase)).folder, passphrase);
  expect(await readAll(server)).toEqual(await readAll(portal));
  // Triggers run again, and ids go on after the last one.
  await server.db.insertInto('partners').values({ id: 'new', name: 'New' }).execute();
  const changes = server.db.selectFrom('partner_changes').select('record_id');
  expect(await changes.orderBy('id', 'desc').executeTakeFirst()).toEqual({ record_id: 'new' });
});

test('files move from a folder to a bucket and back by backup and restore', async () => {
  const { portal, plain } = shared;
  const inBucket = await openEmptyWithBucket();
  await restore(inBucket, plain.folder);
  expect(await readAll(inBucket)).toEqual(await readAll(portal));
  const inFolder = await openEmpty('PostgreSQL');
  await restore(inFolder, (await backUp(inBucket)).folder);
  expect(await readAll(inFolder)).toEqual(await readAll(portal));
});

test('an encrypted backup has no text of a record, and needs its passphrase', async () => {
  const { sealed, empty } = shared;
  for (const name of await readdir(sealed.folder)) {
    const bytes = await readFile(path.join(sealed.folder, name), 'latin1');
    expect(bytes, name).not.toContain('harbour');
    // What gzip begins with.
    expect(bytes.startsWith('\u001f\u008b'), name).toBe(false);
  }
  await expect(restore(empty, sealed.folder)).rejects.toThrow('encrypted: set BACKUP_PASSPHRASE');
  const byOther = restore(empty, sealed.folder, 'wrong horse');
  await expect(byOther).rejects.toThrow('is not that of this backup');
  expect(await empty.db.selectFrom('accounts').select('id').execute()).toEqual([]);
});

test('a portal that nobody used is not backed up: its address or folder may be wrong', async () => {
  await expect(backUp(shared.empty)).rejects.toThrow('nothing to back up');
});

test('nothing is restored from a damaged or unfinished backup, of another version, or over other records', async () => {
  const { portal, plain, empty } = shared;
  const { folder } = plain;
  await expect(restore(portal, folder)).rejects.toThrow('The database is not empty');
  const again = writeBackup(portal.db, portal.files, { folder, passphrase: undefined });
  await expect(again).rejects.toThrow('exists: name a new folder');

  const leads = path.join(folder, 'leads.jsonl.gz');
  const bytes = await readFile(leads);
  await writeFile(leads, bytes.with(100, (bytes[100] ?? 0) ^ 1));
  await expect(restore(empty, folder)).rejects.toThrow('leads.jsonl.gz is not as it was written');
  await writeFile(leads, bytes);

  const manifest = path.join(folder, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"migration":"\d+/, '"migration":"0001'));
  await expect(restore(empty, folder)).rejects.toThrow('another version of the portal');
  await rm(manifest);
  await expect(restore(empty, folder)).rejects.toThrow('not a complete backup');
  expect(await empty.db.selectFrom('leads').select('id').execute()).toEqual([]);
});
