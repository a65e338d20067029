import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { testFolder, testService } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { runCommandHere } from '#server/testing/run-command-here.ts';
import { testFiles, testSecret } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { erase } from './erase-commands.ts';
import { removingFiles } from './missing-files.ts';

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
    await upload.set('submitting', 6);
    await upload.submit([
      uploadRow(2, { ...contact, firstName: name }),
      uploadRow(3, { phone: '0', firstName: 'Remembered' }),
      // Rows of others, whose broker has the number, or whose notes do.
      uploadRow(4, { phone: '0', firstName: 'Brokered', brokerContactNumber: '+61491570156' }),
      uploadRow(5, { phone: '0', firstName: 'Noted', notes: 'Friend: +61 491 570 156' }),
      uploadRow(6, { phone: '04915701567', firstName: 'Longer', acn: '491 570 156' }),
      [
        ...uploadRow(7, { phone: '0', firstName: 'Widened', brokerContactNumber: '+61491570156' }),
        '',
      ],
    ]);
    await upload.edit({ row: 3, column: 'notes', text: 'Friend of 0491 570 156' });
  }
  const stored = async () =>
    JSON.stringify(await db.selectFrom('bulk_upload_rows').select('cells').execute());

  expect(await run('contact', '+61 491 570 156')).toMatch(/contact: 2\.\nNothing has been erased/);
  expect(await stored()).toMatch(/Forgotten.*Likewise|Likewise.*Forgotten/);
  const erased = await run('contact', '+61 491 570 156', '--yes');
  expect(erased).toMatch(/contact: 2\.\nErased/);
  expect(erased).toMatch(/^  bulk_upload_rows\.cells \(8\): .* row 4/m);
  expect(await stored()).not.toMatch(/Forgotten|Likewise/);
  for (const other of ['Remembered', 'Brokered', 'Noted', 'Longer', 'Widened'])
    expect(await stored()).toContain(other);
  expect(await db.selectFrom('bulk_upload_edits').select('text').execute()).toHaveLength(2);
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

test.each([
  ['erase lead', (lead: string) => ['erase', 'lead', lead] as const],
  ['erase due', () => ['erase', 'due'] as const],
  ['person -- erase, by the id of a lead', (lead: string) => ['person', 'erase', lead] as const],
  ['person -- erase, by phone', () => ['person', 'erase', '+6490001234'] as const],
])('%s names the files that are not where it looks, and ends with 1', async (_name, name) => {
  const service = await testService();
  const { db } = service.database;
  const testData = await makeUploadTestData(service);
  const pdf = attachableFiles['statement.pdf'];
  const sent = await testData.send(uploadParts(testData.leadId, { 'june.pdf': pdf }));
  const { id } = sent.json<{ id: string }>();
  const past = sql<Date>`now() - interval '3 years'`;
  const ended = { status: 'Closed', status_since: past, sub_status_since: past };
  await db.updateTable('leads').set(ended).execute();
  const env = {
    DATABASE_URL: service.database.pool.options.connectionString ?? '',
    PORTAL_SECRET: testSecret,
    RETENTION: 'Closed=24 months',
  };
  const command = name(testData.leadId);
  const elsewhere = { ...env, DATA_DIR: await testFolder() };
  const here = { ...env, DATA_DIR: service.config.dataDir };

  const named = (rest: string) =>
    `Files that were not in ${elsewhere.DATA_DIR}/files: 1. ${rest}\n${id}\n`;
  const planned = await runCommandHere(command, elsewhere);
  expect(planned).toMatchObject({ code: 1, stdout: '' });
  expect(planned.stderr).toContain('Nothing has been erased.');
  expect(planned.stderr).toMatch(/this command again: erasing would leave these files/);
  expect(planned.stderr.endsWith(`${id}\n`)).toBe(true);
  expect(await runCommandHere(command, here)).toMatchObject({ code: 0, stderr: '' });

  const erased = await runCommandHere([...command, '--yes'], elsewhere);
  expect(erased).toMatchObject({ code: 1, stdout: '' });
  expect(erased.stderr).toMatch(/^Erased[.:]/m);
  expect(erased.stderr).toContain(
    named(
      'Unless an earlier run had removed them, they still exist where FILES_URL or DATA_DIR of the portal points: remove them there.',
    ),
  );
  expect(await db.selectFrom('attachments').select('id').execute()).toEqual([]);
});

test('an erasure that fails names the files that were missing all the same', async () => {
  const dataDir = await testFolder();
  const config = readConfig({ DATA_DIR: dataDir, PORTAL_SECRET: testSecret });
  const failing = removingFiles(config, async (files) => {
    await files.remove('lost');
    throw new Error('deadlock');
  });
  await expect(failing).rejects.toMatchObject({
    errors: [
      { message: expect.stringMatching(/^Files that were not in [^]*\nlost$/) },
      { message: 'deadlock' },
    ],
  });
});

test('what is not said to be due is not erased by a number of days', async () => {
  const service = await testService();
  const run = async (...args: string[]) =>
    erase(service.database.db, testFiles(service), args, [{ status: 'Closed', months: 1 }]);
  await expect(run('due', '--days', '30', '--yes')).rejects.toThrow('Usage');
  await expect(run('lead', 'x', '--days', '30')).rejects.toThrow('Usage');
  expect(await run('due', '--days', '30')).toContain('Leads and deals: 0.');
  expect(await erase(service.database.db, testFiles(service), ['due', '--yes'])).toBe(
    'RETENTION is not set: nothing is erased by itself.',
  );
});
