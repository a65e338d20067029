import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { StorageError } from '#server/files/s3-store.ts';
import {
  backUp,
  makeFolder,
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

test('an encrypted backup is one file for its owner, has no text of a record, and needs its passphrase', async () => {
  const { sealed, empty } = shared;
  expect(await readdir(path.dirname(sealed.file))).toEqual(['backup']);
  expect((await stat(sealed.file)).mode & 0o777).toBe(0o600);
  expect(sealed.said).toMatch(/are in \S+backup\.$/);
  const bytes = await readFile(sealed.file, 'latin1');
  expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  expect(bytes).not.toContain('harbour');
  await expect(restore(empty, sealed.file)).rejects.toThrow('encrypted: set BACKUP_PASSPHRASE');
  const byOther = restore(empty, sealed.file, 'wrong horse');
  await expect(byOther).rejects.toThrow('is not that of this backup');
  expect(await empty.db.selectFrom('accounts').select('id').execute()).toEqual([]);
});

test('a portal that nobody used is not backed up: its address or folder may be wrong', async () => {
  const file = path.join(await makeFolder(), 'new', 'backup');
  const { db, files } = shared.empty;
  const written = writeBackup(db, files, { file, passphrase: undefined });
  await expect(written).rejects.toThrow('nothing to back up');
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('a backup replaces nothing, and is restored over nothing', async () => {
  const { portal, plain, empty } = shared;
  const again = async () => writeBackup(portal.db, portal.files, { file: plain.file, passphrase });
  const before = await readFile(plain.file);
  await expect(again()).rejects.toThrow('exists: name a new file');
  await rm(plain.file);
  await writeFile(`${plain.file}.part`, 'of another backup');
  await expect(again()).rejects.toThrow('backup.part exists: another backup is writing it');
  expect(await readFile(`${plain.file}.part`, 'utf8')).toBe('of another backup');
  await writeFile(plain.file, before);

  await expect(restore(portal, plain.file)).rejects.toThrow('The database is not empty');
  const full = { db: empty.db, files: portal.files };
  await expect(restore(full, plain.file)).rejects.toThrow('Attached files are stored here already');
  expect(await readAll(portal)).toHaveProperty('leads.0');
  expect(await empty.db.selectFrom('leads').select('id').execute()).toEqual([]);
});

test('a file that is missing or of another length ends the backup, and leaves none', async () => {
  const { portal } = shared;
  const { files } = await openEmpty('PostgreSQL');
  const file = path.join(await makeFolder(), 'backup');
  const backUpWith = async (bytes?: Buffer) => {
    const ids = await portal.db.selectFrom('attachments').select('id').execute();
    for (const { id } of ids) {
      await files.remove(id);
      if (bytes) await files.write(id, Readable.from([bytes]));
    }
    return writeBackup(portal.db, files, { file, passphrase: undefined });
  };
  await expect(backUpWith()).rejects.toThrow(/^The file of attachment \w+ is missing\./);
  for (const bytes of [Buffer.from('short'), Buffer.alloc(1_000_000)])
    await expect(backUpWith(bytes)).rejects.toThrow('is not as long as it was');
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('a disk or an object storage that fails is a sentence, and leaves nothing', async () => {
  const { plain, portal } = shared;
  const { db, files } = await openEmpty('PostgreSQL');
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { syscall: 'write' });
  const fail = async () => Promise.reject(full);
  const written: string[] = [];
  const write = async (id: string, bytes: AsyncIterable<Buffer>) => {
    if (written.push(id) > 3) return fail();
    return files.write(id, bytes);
  };
  const sentence = 'can’t be read or stored: ENOSPC: no space left on device. Check FILES_URL';
  await expect(restore({ db, files: { ...files, write } }, plain.file)).rejects.toThrow(sentence);
  expect(written).toHaveLength(4);
  for (const id of written) await expect(files.read(id)).rejects.toThrow('ENOENT');
  expect(await db.selectFrom('leads').select('id').execute()).toEqual([]);

  const noBucket = { ...files, read: async () => Promise.reject(new StorageError('refused')) };
  await expect(backUp({ ...portal, files: noBucket })).rejects.toThrow('stored: refused. Check');
  // Nothing of the attempt is in the way of the next one.
  await restore({ db, files }, plain.file);
  expect(await readAll({ db, files })).toEqual(await readAll(portal));
});

test('what is no backup, or one of before, is named', async () => {
  const { empty } = shared;
  const folder = await makeFolder();
  await expect(restore(empty, path.join(folder, 'none'))).rejects.toThrow('Couldn’t read');
  await expect(restore(empty, folder)).rejects.toThrow('is a folder: name the file of a backup');
  const before = path.join(folder, 'before');
  await mkdir(before);
  const manifest = JSON.stringify({
    createdAt: '',
    migration: '0105-partners-in-keys',
    salt: null,
  });
  await writeFile(path.join(before, 'manifest.json'), manifest);
  await expect(restore(empty, before)).rejects.toThrow(
    'restore it with the version that wrote it, whose last migration is 0105-partners-in-keys',
  );
});
