import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect } from 'vitest';

import { folderStore } from '#server/files/folder-store.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { makeFolder, openEmpty, readAll, restore } from './backed-up.ts';

/** Opens an empty portal with a file beside its folder, which no backup may touch. */
export async function openTarget() {
  const folder = await makeFolder();
  const outside = path.join(folder, 'precious.txt');
  await writeFile(outside, 'precious');
  const store = path.join(folder, 'data', 'files');
  await mkdir(path.dirname(store));
  const portal = await openEmpty('PostgreSQL', folderStore(store, testSecrets.fileKeys));

  /** Throws if anything is stored, or anything outside was changed. */
  const checkUntouched = async () => {
    const all = Object.entries(await readAll(portal));
    const filled = all.filter(([, rows]) => !Array.isArray(rows) || rows.length > 0);
    expect(filled.map(([name]) => name)).toEqual([]);
    const folders = ['data', 'data/files', 'data/files/incoming'];
    const found = await readdir(folder, { recursive: true });
    expect(found.filter((name) => !folders.includes(name))).toEqual(['precious.txt']);
    expect(await readFile(outside, 'utf8')).toBe('precious');
  };

  return {
    /** Restores a backup, which is expected to fail and change nothing. Returns the sentence. */
    reject: async (file: string, passphrase?: string): Promise<string> => {
      const said = await restore(portal, file, passphrase).then(
        (restored) => `Not rejected: ${restored}`,
        (error: unknown) => String(error),
      );
      await checkUntouched();
      return said;
    },
  };
}
