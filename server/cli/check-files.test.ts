import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { filesFolder } from '#server/config/config.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { checkFiles } from './check-files.ts';

const { service, testData } = withUploads('PostgreSQL');

test('attachments and files are compared both ways', async () => {
  const attach = async () => {
    const parts = uploadParts(testData.leadId, { 'june.pdf': attachableFiles['statement.pdf'] });
    return (await testData.send(parts)).json<{ id: string }>().id;
  };
  const [whole, missing, damaged] = [await attach(), await attach(), await attach()];
  const folder = filesFolder(service.config);
  const files = folderStore(folder, testSecrets.fileKeys);
  const check = async () => checkFiles(service.database.db, files);
  expect(await check()).toBe('3 attachments have their files, and there are no others.');
  await files.write('uncommitted', Readable.from([Buffer.from('a')]));
  await check();

  await rm(path.join(folder, missing));
  const bytes = await readFile(path.join(folder, damaged));
  await writeFile(path.join(folder, damaged), bytes.subarray(1));
  await files.write('other', Readable.from([Buffer.from('b')]));
  await files.commit('other');
  const error: unknown = await check().catch((thrown: unknown) => thrown);
  expect(String(error).replace('Error: ', '').split('\n').toSorted()).toEqual(
    [
      `The file of attachment ${missing} is missing.`,
      `The file of attachment ${damaged} is damaged, or encrypted with another PORTAL_SECRET.`,
      'The file other is stored, but no attachment has it.',
    ].toSorted(),
  );
  expect(String(error)).not.toContain(whole);
});
