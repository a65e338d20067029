import { afterAll, expect, test } from 'vitest';

import { parseBucketUrl } from '#server/config/files-config.ts';
import { s3Store } from '#server/files/s3-store.ts';
import { started } from '#server/testing/access/with-people.ts';
import {
  backUp,
  openEmpty,
  openSeeded,
  readAll,
  removePortals,
  restore,
} from '#server/testing/storage/backed-up.ts';
import { startS3Server } from '#server/testing/storage/s3-server.ts';
import { testSecrets } from '#server/testing/test-app.ts';

afterAll(removePortals);

const server = started(startS3Server);

test('files move from a folder to a bucket and back by backup and restore', async () => {
  const portal = await openSeeded();
  const bucket = parseBucketUrl(server.url);
  if (bucket === null) throw new Error('The URL is none.');
  const inBucket = await openEmpty('PostgreSQL', s3Store(bucket, testSecrets.fileKeys));
  await restore(inBucket, (await backUp(portal)).file);
  expect(await readAll(inBucket)).toEqual(await readAll(portal));
  const inFolder = await openEmpty('PostgreSQL');
  await restore(inFolder, (await backUp(inBucket)).file);
  expect(await readAll(inFolder)).toEqual(await readAll(portal));
});
