import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  backUp,
  openEmpty,
  openSeeded,
  readAll,
  removePortals,
  restore,
} from '#server/testing/storage/backed-up.ts';

import { writeBackup } from './backup.ts';

const passphrase = 'correct horse';
const start = async () => {
  const portal = await openSeeded();
  const plain = await backUp(portal);
  const sealed = await backUp(portal, passphrase);
  return { portal, plain, sealed, empty: await openEmpty('PostgreSQL') };
};
let shared: Awaited<ReturnType<typeof start>>;
beforeAll(async () => (shared = await start()));
afterAll(removePortals);

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
