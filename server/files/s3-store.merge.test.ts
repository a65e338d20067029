import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { beforeEach, expect, test } from 'vitest';

import { sweepUploads } from '#server/attachments/sweep-uploads.ts';
import { deriveSecrets } from '#server/auth/secrets.ts';
import { parseBucketUrl } from '#server/config/files-config.ts';
import { started } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { letRespond, respondSlowDown, startS3Server } from '#server/testing/storage/s3-server.ts';
import { testSecret, testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { s3Store, StorageError } from './s3-store.ts';

const s3 = started(startS3Server);
const openStore = (keys = testSecrets.fileKeys, limitMs = 1_500) => {
  const bucket = parseBucketUrl(s3.url);
  if (bucket === null) throw new Error('The URL is none.');
  return s3Store(bucket, keys, limitMs);
};
const { service, testData } = withUploads('PostgreSQL', () => ({ deps: { files: openStore() } }));
beforeEach(() => s3.handle(letRespond));

const pdf = attachableFiles['statement.pdf'];
const attach = async () => testData.send(uploadParts(testData.leadId, { 'june.pdf': pdf }));
const listRows = async () => {
  const rows = await service.database.db.selectFrom('attachments').select('id').execute();
  return rows.map(({ id }) => id).toSorted();
};
const listFiles = async () => (await s3.list()).filter((name) => !name.endsWith('.clock'));
/** Clears up as a process does an hour later. */
const sweep = async () => {
  const store = openStore();
  const uncommitted = async () => store.uncommitted(0);
  await sweepUploads(service.database.db, { ...store, uncommitted });
};

test.each([
  ['rejects requests', respondSlowDown],
  ['does not respond', () => {}],
])(
  'storage that %s ends uploads and downloads by 503; the rest goes on, and both do once it is back',
  async (_what, handler) => {
    const stored = (await attach()).json<{ id: string }>().id;
    const before = await listRows();
    s3.handle(handler);
    for (const response of [await attach(), await testData.download(stored)]) {
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
      expect(response.json()).toMatchObject({
        error: expect.stringMatching(/^The service is busy. Try again in a moment. /),
        code: 'service-busy',
      });
    }
    expect((await service.call('GET', '/readyz')).statusCode).toBe(200);
    expect(await listRows()).toEqual(before);

    s3.handle(letRespond);
    expect((await attach()).statusCode).toBe(200);
    expect((await testData.download(stored)).rawPayload.equals(pdf)).toBe(true);
  },
);

test('whichever request of an upload the storage fails at, every record has its file and every file its record', async () => {
  const outcomes: number[] = [];
  for (const isDone of [false, true])
    for (let failing = 0; ; failing++) {
      let requests = 0;
      s3.handle((request, response, respond) => {
        if (requests++ < failing) return respond();
        // Done or not, no response arrives.
        if (!isDone) return void request.socket.destroy();
        response.writeHead = () => response.destroy();
        respond();
      });
      const { statusCode } = await attach();
      outcomes.push(statusCode);
      s3.handle(letRespond);
      const rows = await listRows();
      for (const id of rows)
        expect((await buffer(await openStore().read(id))).equals(pdf)).toBe(true);
      await sweep();
      expect(await listRows()).toEqual(rows);
      expect(await listFiles()).toEqual(rows.map((id) => `files/${id}`));
      if (requests <= failing) break;
    }
  expect(new Set(outcomes)).toEqual(new Set([503, 200]));
  expect(outcomes.length).toBeGreaterThan(10);
});

test('a file that is removed while its key is replaced comes back at most until the next sweep', async () => {
  const { id } = (await attach()).json<{ id: string }>();
  let removed: Promise<void> | undefined;
  s3.handle((request, response, respond) => {
    const { method, headers } = request;
    // The copy began before the file was removed, and ends afterwards.
    if ('x-amz-copy-source' in headers && request.url?.includes(id)) {
      removed = openStore().remove(id);
      void removed.then(respond);
    } else if (method === 'DELETE' && request.url?.includes(`/files/${id}`))
      response.writeHead(204).end();
    else respond();
  });
  await openStore(deriveSecrets('a new secret', testSecret).fileKeys).renewKeys();
  expect(removed).toBeDefined();
  await service.database.db.deleteFrom('attachments').where('id', '=', id).execute();
  s3.handle(letRespond);
  expect(await listFiles()).toContain(`files/${id}`);
  await sweep();
  expect(await listFiles()).toEqual((await listRows()).map((row) => `files/${row}`));
});

test('a file whose quarantine a crash cut in two is still in quarantine after the next sweep', async () => {
  await openStore().write('infected', Readable.from([pdf]));
  s3.handle((request, response, respond) =>
    request.method === 'DELETE' ? response.writeHead(403).end() : respond(),
  );
  await expect(openStore().quarantine('infected')).rejects.toThrow(StorageError);
  s3.handle(letRespond);
  expect(await openStore().uncommitted(0)).toEqual(['infected']);
  await sweep();
  expect(await openStore().uncommitted(0)).toEqual([]);
  expect((await buffer(await openStore().read('infected'))).equals(pdf)).toBe(true);
  await openStore().emptyQuarantine(0);
  expect(await listFiles()).not.toContain('files/infected');
});

test('a download goes on however long the reader pauses, and an upload as long as the storage says anything', async () => {
  const limitMs = 1_500;
  const store = openStore(testSecrets.fileKeys, limitMs);
  const large = randomBytes(7 * 1024 * 1024);
  let isSlow = true;
  s3.handle((request, response, respond) => {
    if (!request.url?.includes('partNumber=1')) return respond();
    let ticks = 0;
    const timer = setInterval(() => {
      response.writeProcessing();
      if (++ticks < 4) return;
      clearInterval(timer);
      isSlow = false;
      respond();
    }, limitMs / 3);
  });
  await store.write('large', Readable.from([large]));
  expect(isSlow).toBe(false);
  const pieces: Buffer[] = [];
  for await (const piece of await store.read('large')) {
    if (pieces.length === 0) await setTimeout(2 * limitMs);
    pieces.push(piece);
  }
  expect(Buffer.concat(pieces).equals(large)).toBe(true);
  await store.remove('large');
});

test('a missing bucket is an error of the storage, unlike a missing file; what it said is the cause', async () => {
  const isMissing = { code: 'ENOENT', cause: { name: 'NotFound' } };
  await expect(openStore().read('missing')).rejects.toMatchObject(isMissing);
  const bucket = parseBucketUrl(s3.url.replace('//files', '//other'));
  if (bucket === null) throw new Error('The URL is none.');
  const isFailed = { code: 'STORAGE_FAILED', cause: { name: 'NoSuchBucket' } };
  await expect(s3Store(bucket, testSecrets.fileKeys).read('one')).rejects.toMatchObject(isFailed);
});
