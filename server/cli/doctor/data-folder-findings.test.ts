import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { DataFolderError } from '#server/db/data-folder.ts';
import { testFolder } from '#server/testing/access/with-people.ts';
import { testSecret } from '#server/testing/test-app.ts';

import { examineDataFolder } from './data-folder-findings.ts';

const examine = async (env: Record<string, string>) =>
  Readable.from(examineDataFolder(readConfig(env))).toArray();
/** The settings with a database server, which needs the folder for attached files alone. */
const onServer = { DATABASE_URL: 'postgres://localhost/portal', PORTAL_SECRET: testSecret };

test('a data folder that can’t be created or written is wrong as at the start; nothing is left in it', async () => {
  const folder = await testFolder();
  await writeFile(path.join(folder, 'file'), '');
  for (const name of ['file', 'file/data']) {
    const DATA_DIR = path.join(folder, name);
    const reason = name === 'file' ? '(ENOTDIR|EEXIST)' : 'ENOTDIR';
    const expected = new RegExp(`^DATA_DIR can’t be used: ${reason}.*\\. Set it to a folder`);
    for (const env of [{ DATA_DIR }, { ...onServer, DATA_DIR }])
      await expect(examine(env)).rejects.toThrow(expected);
    const said = await examine({ DATA_DIR }).catch(String);
    expect(await examine({ DATA_DIR }).catch(String), 'is said once').toBe(said);
    const starting = openDatabase(readConfig({ DATA_DIR }));
    await expect(starting).rejects.toThrow(expected);
    await expect(starting).rejects.toThrow(DataFolderError);
  }
  await mkdir(path.join(folder, 'data'));
  for (const DATA_DIR of [path.join(folder, 'data'), path.join(folder, 'later', 'data')])
    expect((await examine({ ...onServer, DATA_DIR })).join('')).not.toContain('can’t be used');
  expect(await readdir(path.join(folder, 'data'))).toEqual([]);
  expect(await readdir(folder)).toEqual(['data', 'file']);
});

test('a data folder that nothing is written to may be anywhere', async () => {
  const DATA_DIR = path.join(await testFolder(), 'file', 'data');
  await writeFile(path.dirname(DATA_DIR), '');
  const FILES_URL = 's3://bucket?endpoint=http://127.0.0.1:9&region=x';
  expect(await examine({ ...onServer, DATA_DIR, FILES_URL })).toEqual([]);
  const UPSTREAM_URL = 'http://127.0.0.1:9';
  expect(await examine({ ...onServer, DATA_DIR, UPSTREAM_URL })).toEqual([]);
});

test('a data folder without a portal is wrong; a damaged database is said where it is opened', async () => {
  const DATA_DIR = await testFolder();
  const missing = expect.stringMatching(
    /^wrong: DATA_DIR has no portal: .*PG_VERSION is missing\./,
  );
  expect(await examine({ DATA_DIR })).toContainEqual(missing);
  await mkdir(path.join(DATA_DIR, 'database'));
  expect(await examine({ DATA_DIR })).toContainEqual(missing);
  await writeFile(path.join(DATA_DIR, 'database', 'base'), '');
  await writeFile(path.join(DATA_DIR, 'portal-secret'), testSecret);
  expect(await examine({ DATA_DIR })).not.toContainEqual(missing);
});
