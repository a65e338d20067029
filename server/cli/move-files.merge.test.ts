import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { beforeEach, expect, test } from 'vitest';

import { type Config, filesFolder } from '#server/config/config.ts';
import { parseBucketUrl } from '#server/config/files-config.ts';
import { openFiles } from '#server/files/open-files.ts';
import { started } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { letRespond, respondSlowDown, startS3Server } from '#server/testing/storage/s3-server.ts';
import { testSecret, testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { checkFiles } from './check-files.ts';
import { moveFiles } from './move-files.ts';

const s3 = started(startS3Server);
const { service, testData } = withUploads('PostgreSQL');
beforeEach(async () => empty());

const pdf = attachableFiles['statement.pdf'];
const attach = async () => {
  const sent = await testData.send(uploadParts(testData.leadId, { 'june.pdf': pdf }));
  return sent.json<{ id: string }>().id;
};
/** The settings of the portal while its files are in the folder, and in the bucket. */
const inFolder = (): Config => ({ ...service.config, portalSecret: testSecret });
const inBucket = () => ({
  ...inFolder(),
  files: { ...service.config.files, bucket: parseBucketUrl(s3.url) },
});
const open = async (config: Config) => openFiles(config, testSecrets.fileKeys);
const toBucket = async () => moveFiles(service.database.db, inFolder(), s3.url);
const toFolder = async () => moveFiles(service.database.db, inBucket(), 'folder');
const check = async (config: Config) => checkFiles(service.database.db, await open(config));
const listBucket = async () => (await s3.list()).filter((name) => !name.endsWith('.clock'));

/** Deletes all files and attachments. */
async function empty() {
  s3.handle(letRespond);
  await service.database.db.deleteFrom('attachments').execute();
  for (const store of [await open(inFolder()), await open(inBucket())]) {
    const ids = [...(await store.committed()), ...(await store.uncommitted(0))];
    for (const id of ids) await store.remove(id);
    await store.emptyQuarantine(0);
  }
}

/** Writes a file that is not attached, and does more with it. */
async function write(config: Config, then: 'commit' | 'quarantine') {
  const id = randomUUID();
  const store = await open(config);
  await store.write(id, Readable.from([pdf]));
  await store[then](id);
  return id;
}

test('all files are copied to a bucket and back, those in quarantine too, and none is removed', async () => {
  const ids = [await attach(), await attach()];
  const infected = await write(inFolder(), 'quarantine');
  const folder = await open(inFolder());
  expect(await toBucket()).toMatch(
    /^2 files, and 1 in quarantine, are stored and checked in s3:.* Set FILES_URL='s3:[^']*' before/,
  );
  expect(await listBucket()).toEqual(
    [...[...ids, infected].map((id) => `files/${id}`), `quarantine/${infected}`].toSorted(),
  );
  expect(await check(inBucket())).toMatch(/^2 attachments have their files/);
  expect(await check(inFolder())).toMatch(/^2 attachments have their files/);

  for (const id of ids) await folder.remove(id);
  await folder.emptyQuarantine(0);
  expect(await toFolder()).toMatch(/^2 files, and 1 in .*\. Unset FILES_URL/);
  expect(await check(inFolder())).toMatch(/^2 attachments have their files/);
  const moved = await buffer(await folder.read(infected, { isInQuarantine: true }));
  expect([moved.equals(pdf), await folder.quarantined()]).toEqual([true, [infected]]);
});

test('whichever request to a bucket fails, the next run copies the rest', async () => {
  const there = await open(inBucket());
  await attach();
  await attach();
  const infected = await write(inFolder(), 'quarantine');
  let isDone = false;
  for (let failing = 0; !isDone; failing += 1) {
    let count = 0;
    s3.handle((request, response, respond) => {
      if (count++ < failing) respond();
      else respondSlowDown(request, response, respond);
    });
    isDone = await toBucket().then(
      () => true,
      () => false,
    );
    s3.handle(letRespond);
    expect(await check(inFolder())).toMatch(/^2 attachments/);
  }
  expect(await check(inBucket())).toMatch(/^2 attachments/);
  expect(await there.quarantined()).toEqual([infected]);
});

test('a damaged file, one that is missing and a copy of before that cannot be read are named', async () => {
  const [first, second, third] = [await attach(), await attach(), await attach()];
  await expect(toBucket()).resolves.toMatch(/^3 files/);
  const [here, there] = [await open(inFolder()), await open(inBucket())];
  await there.remove(second);
  await appendFile(path.join(filesFolder(service.config), second), 'more');
  await expect(toBucket()).rejects.toThrow(new RegExp(`^The file ${second} is damaged`));
  await here.remove(second);
  await there.remove(third);
  const other = await openFiles({
    ...inBucket(),
    portalSecret: 'the secret of before, long enough',
  });
  await other.write(third, Readable.from([pdf]));
  await other.commit(third);
  const named = await toBucket().catch(String);
  expect(named).toContain(`The file of attachment ${second} is missing.`);
  expect(named).toContain(`The file of attachment ${third} is damaged, or encrypted`);
  expect(await here.committed()).toEqual([first, third].toSorted());
});
