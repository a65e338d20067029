import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { filesFolder } from '#server/config/config.ts';
import { started } from '#server/testing/access/with-people.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { eicar, startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const clamd = started(startClamdStandIn);
const { service, testData } = withUploads('PostgreSQL', () => ({ env: { SCAN_URL: clamd.url } }));

const marker = 'Ada Marsh, 12 Harbour Street';
const csv = Buffer.from(`name\n${`${marker}\n`.repeat(9_000)}`);
const stored = (id: string) => path.join(filesFolder(service.config), id);

async function attach(content = csv): Promise<string> {
  const sent = await testData.send(uploadParts(testData.leadId, { 'a.csv': content }));
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json<{ id: string }>().id;
}

/** Starts another process of the service, which does its jobs, and ends it. */
async function restart(): Promise<void> {
  const { config, database } = service;
  const app = await buildApp({ config, database, secrets: testSecrets });
  await app.ready();
  await app.close();
}

async function isMarked(id: string): Promise<boolean> {
  const rows = service.database.db.selectFrom('attachments').select('has_own_key');
  return (await rows.where('id', '=', id).executeTakeFirstOrThrow()).has_own_key;
}

/** Stores a file as versions of the portal did that encrypted none. */
async function storeUnencrypted(id: string, bytes = csv): Promise<void> {
  await writeFile(stored(id), bytes);
  const update = service.database.db.updateTable('attachments').set({ has_own_key: false });
  await update.where('id', '=', id).execute();
}

test('no file in the data folder contains what was attached or quarantined; it is read, scanned and measured as it was', async () => {
  const id = await attach();
  const virus = Buffer.concat([eicar, Buffer.from(`\n${marker}`)]);
  const rejected = await testData.send(uploadParts(testData.leadId, { 'b.csv': virus }));
  expect(rejected.json().code).toBe('virus-found');
  expect(clamd.scanned.at(-2)).toEqual(csv);
  const names = await readdir(service.config.dataDir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const { parentPath, name } of files)
    expect(await readFile(path.join(parentPath, name), 'latin1'), name).not.toContain(marker);
  for (const response of [await testData.download(id), await testData.view(id)]) {
    expect(response.rawPayload.equals(csv)).toBe(true);
    expect(response.headers['content-length']).toBe(String(csv.length));
  }
  expect((await testData.attached()).json()).toMatchObject([{ fields: { size: csv.length } }]);
});

test('a damaged file is answered by an error, never by a part of it', async () => {
  const id = await attach();
  const whole = await readFile(stored(id));
  const changed = whole.with(70_000, (whole[70_000] ?? 0) ^ 1);
  const damaged = [changed, whole.subarray(0, 70_000), csv];
  for (const bytes of damaged) {
    await writeFile(stored(id), bytes);
    const response = await testData.download(id);
    expect([response.statusCode, response.json()]).toEqual([
      500,
      {
        error: 'This file is damaged and can’t be opened. Contact support, who can restore it.',
        code: 'file-damaged',
      },
    ]);
    expect(response.headers['content-disposition']).toBeUndefined();
  }
  await writeFile(stored(id), whole);
  expect((await testData.download(id)).statusCode).toBe(200);
});

test('a file of an earlier version is read, and encrypted in the background; one that is missing or withdrawn holds up no other', async () => {
  const [missing, withdrawn, id] = [await attach(), await attach(), await attach()];
  for (const one of [missing, withdrawn, id]) await storeUnencrypted(one);
  expect((await testData.download(id)).rawPayload.equals(csv)).toBe(true);
  await rm(stored(missing));
  await mkdir(stored(missing));
  onTestFinished(async () => rm(stored(missing), { recursive: true }));
  const removed = await service.as(testData.broker).delete(`/portal/attachments/${withdrawn}`);
  expect(removed.statusCode).toBe(200);

  await restart();
  expect([await isMarked(id), await isMarked(missing)]).toEqual([true, false]);
  expect((await readFile(stored(id))).includes(marker)).toBe(false);
  expect(await readdir(stored('.'))).not.toContain(withdrawn);
  expect((await testData.download(id)).rawPayload.equals(csv)).toBe(true);
  expect(await readdir(stored('incoming'))).toEqual([]);
});

test('a file that was encrypted before its row said so is read and marked', async () => {
  const id = await attach();
  const whole = await readFile(stored(id));
  await storeUnencrypted(id, whole);
  expect((await testData.download(id)).rawPayload.equals(csv)).toBe(true);
  await restart();
  expect(await isMarked(id)).toBe(true);
  expect((await testData.download(id)).rawPayload.equals(csv)).toBe(true);
});
