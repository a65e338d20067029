import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { type Config, filesFolder } from '#server/config/config.ts';
import { parseBucketUrl } from '#server/config/files-config.ts';
import { databaseOn, openPool } from '#server/db/connect.ts';
import { openFiles } from '#server/files/open-files.ts';
import { started } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import {
  letRespond,
  respondSlowDown,
  s3Credentials,
  startS3Server,
} from '#server/testing/storage/s3-server.ts';
import { testSecret, testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { checkFiles } from './check-files.ts';
import { moveFiles } from './move-files.ts';

beforeAll(() => {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
});
afterAll(() => vi.unstubAllEnvs());

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

test('all files are moved to a bucket and back, those in quarantine and of an upload that a crash interrupted too', async () => {
  const ids = [await attach(), await attach()];
  const infected = await write(inFolder(), 'quarantine');
  const abandoned = randomUUID();
  const folder = await open(inFolder());
  await folder.write(abandoned, Readable.from([pdf]));
  expect(await toBucket()).toMatch(
    /^2 files, and 1 in quarantine, are stored and checked in s3:.* removed from .*\. Set FILES_URL=s3/,
  );
  expect(await listBucket()).toEqual(
    [...[...ids, infected].map((id) => `files/${id}`), `quarantine/${infected}`].toSorted(),
  );
  expect([await folder.committed(), await folder.quarantined()]).toEqual([[], []]);
  expect(await folder.uncommitted(0)).toEqual([]);
  expect(await check(inBucket())).toMatch(/^2 attachments have their files/);

  expect(await toFolder()).toMatch(/^2 files, and 1 in .*\. Unset FILES_URL/);
  expect(await listBucket()).toEqual([]);
  expect(await check(inFolder())).toMatch(/^2 attachments have their files/);
  const moved = await buffer(await folder.read(infected, { isInQuarantine: true }));
  expect([moved.equals(pdf), await folder.quarantined()]).toEqual([true, [infected]]);
});

test.each([
  ['to', toBucket, toFolder],
  ['from', toFolder, toBucket],
])(
  'whichever request %s a bucket fails, all files are whole on one side, and the next run moves the rest',
  async (_direction, move, moveBack) => {
    const isBack = move === toFolder;
    const [from, to] = isBack ? [inBucket(), inFolder()] : [inFolder(), inBucket()];
    const [here, there] = [await open(from), await open(to)];
    const ids = [await attach(), await attach()];
    const infected = await write(inFolder(), 'quarantine');
    if (isBack) await moveBack();
    let isDone = false;
    for (let failing = 0; !isDone; failing += 2) {
      let count = 0;
      s3.handle((request, response, respond) => {
        if (count++ < failing) respond();
        else respondSlowDown(request, response, respond);
      });
      isDone = await move().then(
        () => true,
        () => false,
      );
      s3.handle(letRespond);
      const committed = await here.committed();
      for (const id of ids) {
        const bytes = await (committed.includes(id) ? here : there).read(id);
        expect((await buffer(bytes)).equals(pdf)).toBe(true);
      }
    }
    expect(await check(to)).toMatch(/^2 attachments/);
    expect([await here.committed(), await there.quarantined()]).toEqual([[], [infected]]);
  },
);

test('while a process of the portal runs, all is copied and nothing removed; a damaged file stops it', async () => {
  const first = await attach();
  const process = databaseOn(openPool(service.database.pool.options));
  await process.listen('changes', () => {});
  await expect(toBucket()).rejects.toThrow(
    /^1 files, and 0 in quarantine, are stored and checked in .* The portal runs: stop/,
  );
  expect(await check(inFolder())).toMatch(/^1 attachments/);
  const second = await attach();
  await process.close();
  await appendFile(path.join(filesFolder(service.config), second), 'more');
  await expect(toBucket()).rejects.toThrow(
    new RegExp(`^The file ${second} is damaged.*\\nNo file was removed.$`),
  );
  await (await open(inFolder())).remove(second);
  // The attachments of both are there; what is missing is for the check to say.
  expect(await toBucket()).toMatch(/^1 files/);
  expect(await listBucket()).toEqual([`files/${first}`]);
});
