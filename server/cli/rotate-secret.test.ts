import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { deriveSecrets, readSecrets } from '#server/auth/secrets.ts';
import { filesFolder, readConfig } from '#server/config/config.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { testDatabase, testFolder, testService } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { rotateSecret } from './rotate-secret.ts';

const pdf = attachableFiles['statement.pdf'];
const former = 'a portal secret for tests, long enough';
const fresh = 'another secret, as long as it has to be';
const of = { former: deriveSecrets(former), fresh: deriveSecrets(fresh) };

test('a configured secret has to be there twice', async () => {
  const database = await testDatabase();
  const config = readConfig({ PORTAL_SECRET: fresh });
  await expect(rotateSecret(database.db, config)).rejects.toThrow(
    /^Set PORTAL_SECRET_FORMER .* such as [\w-]{43}\./,
  );
});

test('a generated secret is replaced by a configured one', async () => {
  const dataDir = await testFolder();
  const generated = readConfig({ DATA_DIR: dataDir });
  const { fileKeys } = await readSecrets(generated);
  await folderStore(filesFolder(generated), fileKeys).write('one', Readable.from([pdf]));

  const PORTAL_SECRET_FORMER = await readFile(path.join(dataDir, 'portal-secret'), 'utf8');
  const config = readConfig({ DATA_DIR: dataDir, PORTAL_SECRET: fresh, PORTAL_SECRET_FORMER });
  const database = await testDatabase();
  expect(await rotateSecret(database.db, config)).toMatch(/^Everything .* restart the portal\.$/);
  const bytes = await folderStore(filesFolder(config), of.fresh.fileKeys).read('one');
  expect(Buffer.concat(await bytes.toArray()).equals(pdf)).toBe(true);

  // What neither secret opens is named, and the rest is done.
  const { accountId } = await makePerson(database.db, 'broker');
  await folderStore(filesFolder(config), of.former.fileKeys).write('two', Readable.from([pdf]));
  const failed = await rotateSecret(database.db, config).catch((error: unknown) => error);
  expect(String(failed).split('\n').slice(1)).toEqual([
    `Damaged, or encrypted with neither secret: keys.encrypted of the account ${accountId}.`,
    'Damaged, or encrypted with neither secret: the file two.',
  ]);
});

test('where the files are elsewhere, the former secret is still needed', async () => {
  const service = await testService();
  const testData = await makeUploadTestData(service);
  const sent = await testData.send(uploadParts(testData.leadId, { 'june.pdf': pdf }));
  const { id } = sent.json<{ id: string }>();
  const rotate = async (DATA_DIR: string) =>
    rotateSecret(
      service.database.db,
      readConfig({ DATA_DIR, PORTAL_SECRET: fresh, PORTAL_SECRET_FORMER: former }),
    );
  const empty = await testFolder();
  const failed = await rotate(empty).catch((error: unknown) => error);
  expect(String(failed)).toMatch(/^Error: Not everything .* Remove PORTAL_SECRET_FORMER only once/);
  expect(String(failed)).toContain(`looked for in ${empty}/files`);
  expect(String(failed)).toContain(`The file of attachment ${id} is missing.`);
  expect(await rotate(service.config.dataDir)).toMatch(/^Everything is encrypted/);
});
