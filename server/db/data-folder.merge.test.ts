import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { openTestFolder } from '#server/testing/database/databases.ts';

import { openDatabase } from './connect.ts';
import { DataFolderError, embeddedVersion, openOrCreate } from './data-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-folder-'));
});
afterAll(async () => rm(folder, { recursive: true }));

const modeOf = async (...names: string[]) =>
  ((await stat(path.join(folder, ...names))).mode & 0o777).toString(8);
const open = async (name: string) =>
  openDatabase(readConfig({ DATA_DIR: path.join(folder, name) }));

test('a data folder that existed is closed to others, its secret and its new files too', async () => {
  const before = process.umask(0o022);
  const prepared = await openTestFolder(path.join(folder, 'open'));
  await prepared.close();
  await writeFile(path.join(folder, 'open', 'portal-secret'), 'secret');
  await chmod(path.join(folder, 'open'), 0o755);
  const database = await open('open');
  expect(await modeOf('open')).toBe('700');
  expect(await modeOf('open', 'portal-secret')).toBe('600');
  expect(await modeOf('open', 'lock.sqlite')).toBe('600');
  const { rows } = await database.pool.query('show server_version');
  expect(rows).toEqual([{ server_version: expect.stringMatching(`^${embeddedVersion}\\.`) }]);
  await database.close();
  process.umask(before);
});

test.each([
  ['without PG_VERSION', undefined, /PG_VERSION is missing[^]*Restore/],
  ['with an empty PG_VERSION', '', /PG_VERSION is missing/],
  ['of another version', '15\n', /was written by PostgreSQL 15[^]*Nothing was changed/],
])(
  'a database %s is rejected with what to do, and stays as it is',
  async (name, version, message) => {
    const database = path.join(folder, name, 'database');
    await mkdir(path.join(database, 'base'), { recursive: true });
    if (version !== undefined) await writeFile(path.join(database, 'PG_VERSION'), version);
    const files = await readdir(database);
    await expect(open(name)).rejects.toThrow(message);
    await expect(open(name)).rejects.toThrow(DataFolderError);
    expect(await readdir(database)).toEqual(files);
  },
);

test('a database whose creation was interrupted is created again, and then left as it is', async () => {
  const dataDir = path.join(folder, 'interrupted');
  await mkdir(dataDir);
  /** Writes a file as creating does, then another; fails between them if asked to. */
  const create = async (isInterrupted: boolean) =>
    openOrCreate(dataDir, async (database) => {
      await mkdir(database, { recursive: true });
      await writeFile(path.join(database, 'PG_VERSION'), embeddedVersion);
      if (isInterrupted) throw new Error('Killed.');
      await writeFile(path.join(database, 'data'), '', { flag: 'wx' });
    });
  await expect(create(true)).rejects.toThrow('Killed.');
  await create(false);
  expect(await readdir(path.join(dataDir, 'database'))).toEqual(['PG_VERSION', 'data']);
  expect(await readdir(dataDir)).toEqual(['database']);
  // Opened, not created: the file is there.
  await expect(create(false)).rejects.toThrow('EEXIST');
});
