import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { deriveSecrets } from '#server/auth/secrets.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { testFolder } from '#server/testing/access/with-people.ts';

import { decryptFile } from './decrypt-file.ts';

const { fileKeys } = deriveSecrets('a portal secret for tests, long enough');
const other = deriveSecrets('another secret, as long as it has to be').fileKeys;

test('writes what a stored file contains, or says which of the two files is wrong, and why', async () => {
  const folder = await testFolder();
  const files = folderStore(folder, fileKeys);
  const content = Buffer.from('what was sent');
  for (const id of ['one', 'two']) await files.write(id, Readable.from([content]));
  await files.commit('one');
  await files.commit('two');
  const [one, two, to] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'new')];
  expect(await decryptFile(fileKeys, { file: one, to })).toBe(`Written to ${to}.`);
  expect(await readFile(to)).toEqual(content);

  const said = async (file: string, wrapping = fileKeys, written = `${to}-2`) =>
    decryptFile(wrapping, { file, to: written }).catch((error: unknown) => String(error));
  expect(await said(one, fileKeys, to)).toBe(`Error: --to: ${to} exists: name a new file.`);
  expect(await said(one, fileKeys, `${to}/below`)).toMatch(/^Error: --to: .* ENOTDIR/);
  expect(await said(`${one}-none`)).toMatch(
    /^Error: --file: .*one-none can’t be read: ENOENT.* such as one of files\/quarantine in DATA_DIR\.$/,
  );
  const damaged =
    /^Error: --file: .* can’t be decrypted: it is damaged, was encrypted with another/;
  expect(await said(one, other)).toMatch(damaged);
  await rename(two, `${two}-renamed`);
  expect(await said(`${two}-renamed`)).toMatch(damaged);
  await writeFile(two, 'no file of the portal');
  expect(await said(two)).toMatch(damaged);
});
