import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { lockFolder } from '#server/db/folder-lock.ts';
import { testFolder, testService } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { testFiles, testSecret } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { erase } from './erase-commands.ts';

test('reports what it would erase, and erases it with --yes', async () => {
  const service = await testService();
  const { leadId } = await makeUploadTestData(service);
  const files = testFiles(service);
  const run = async (...args: string[]) => erase(service.database.db, files, args);
  expect(await run('lead', leadId)).toMatch(
    /value: 4, files: 0, rows of uploads: 0.\nNothing has been erased/,
  );
  expect(await run('lead', leadId, '--yes')).toMatch(
    /value: 4, files: 0, rows of uploads: 0.\nErased/,
  );
  expect(await run('lead', leadId)).toContain('value: 0');
  await expect(run('lead', 'nobody', '--yes')).rejects.toThrow('There is no lead nobody');
  await expect(run('lead')).rejects.toThrow('Usage');
});

test('erases what the uploads of all partners store of a phone or email', async () => {
  const service = await testService();
  const { db } = service.database;
  const files = testFiles(service);
  const run = async (...args: string[]) => erase(db, files, args);
  const contact = { phone: '0491 570 156', email: 'none' };
  for (const name of ['Forgotten', 'Likewise']) {
    const upload = await openUploadFor(service, await makePerson(db, 'partner-admin'));
    await upload.set('submitting', 2);
    await upload.submit([
      uploadRow(2, { ...contact, firstName: name }),
      uploadRow(3, { phone: '0', firstName: 'Remembered' }),
    ]);
  }
  const stored = async () =>
    JSON.stringify(await db.selectFrom('bulk_upload_rows').select('cells').execute());

  expect(await run('contact', '+61 491 570 156')).toMatch(/contact: 2\.\nNothing has been erased/);
  expect(await stored()).toMatch(/Forgotten.*Likewise|Likewise.*Forgotten/);
  expect(await run('contact', '+61 491 570 156', '--yes')).toMatch(/contact: 2\.\nErased/);
  expect(await stored()).not.toMatch(/Forgotten|Likewise/);
  expect(await stored()).toContain('Remembered');
  expect(await run('contact', 'nobody@clients.test')).toContain('contact: 0.');
  await expect(run('contact', 'nobody')).rejects.toThrow('country code');
});

test('prints one sentence while the portal is running on the embedded database', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-erase-'));
  const unlock = lockFolder(dataDir);
  const said = await new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
    const command = path.join(import.meta.dirname, 'erase.ts');
    execFile(process.execPath, [command, 'lead', 'x', '--yes'], { env }, (_error, ...output) =>
      resolve(output.join('')),
    );
  });
  expect(said).toMatch(
    /^The portal is running, and only one process can open the embedded database[^.]*\.\n$/,
  );
  unlock();
  await rm(dataDir, { recursive: true });
});

test('names the files that were not where it looked, and ends with 1', async () => {
  const service = await testService();
  const testData = await makeUploadTestData(service);
  const pdf = attachableFiles['statement.pdf'];
  const sent = await testData.send(uploadParts(testData.leadId, { 'june.pdf': pdf }));
  const { id } = sent.json<{ id: string }>();
  const dataDir = await testFolder();
  const env = {
    DATABASE_URL: service.database.pool.options.connectionString ?? '',
    PORTAL_SECRET: testSecret,
    DATA_DIR: dataDir,
  };
  const command = path.join(import.meta.dirname, 'erase.ts');
  const [said, code] = await new Promise<[string, unknown]>((resolve) => {
    const args = [command, 'lead', testData.leadId, '--yes'];
    execFile(process.execPath, args, { env }, (error, _stdout, stderr) =>
      resolve([stderr, error?.code]),
    );
  });
  expect(said).toMatch(/files: 1,[^]*\nErased\./);
  expect(said).toContain(`Files that were not in ${dataDir}/files: 1.`);
  expect(said.trimEnd().split('\n').at(-1)).toBe(id);
  expect(code).toBe(1);
});
