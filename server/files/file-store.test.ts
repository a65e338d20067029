import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { beforeAll, describe, expect, test } from 'vitest';

import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import { deriveSecrets } from '#server/auth/secrets.ts';
import { parseBucketUrl } from '#server/config/files-config.ts';
import { started } from '#server/testing/access/with-people.ts';
import { startS3Server } from '#server/testing/storage/s3-server.ts';

import { DamagedFileError } from './encrypted-file.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

const { fileKeys: own } = deriveSecrets('one secret');
const { fileKeys: both } = deriveSecrets('a new secret', 'one secret');
const { fileKeys: renewed } = deriveSecrets('a new secret');

/** Where files are stored: opened with these keys, and the names of all that is there. */
interface Place {
  open(keys: KeyWrapping): FileStore;
  list(): Promise<string[]>;
  close?(): Promise<void>;
}

async function makeFolder(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-store-'));
  return {
    open: (keys) => folderStore(folder, keys),
    list: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    close: async () => rm(folder, { recursive: true }),
  };
}

async function makeBucket(): Promise<Place> {
  const server = await startS3Server();
  const bucket = parseBucketUrl(server.url);
  if (bucket === null) throw new Error('The URL is none.');
  const names = async () => (await server.list()).filter((name) => !name.endsWith('.clock'));
  return { open: (keys) => s3Store(bucket, keys), list: names, close: async () => server.close() };
}

describe.each([
  ['a folder', makeFolder],
  ['a bucket', makeBucket],
])('the files in %s', (_name, make) => {
  const place = started(make);
  let store: FileStore;
  beforeAll(() => void (store = place.open(own)));
  const bytes = randomBytes(200_000);
  const write = async (id: string, content = bytes) => store.write(id, Readable.from([content]));
  const read = async (id: string, from = store) => buffer(await from.read(id));
  const isMissing = async (id: string) =>
    expect(store.read(id)).rejects.toMatchObject({ code: 'ENOENT' });
  const namesOf = async (id: string) => (await place.list()).filter((name) => name.includes(id));

  test('are read as they were written, whole and in parts, committed or not, and by other processes', async () => {
    await write('one');
    expect((await read('one')).equals(bytes)).toBe(true);
    expect(await store.committed()).toEqual([]);
    await store.commit('one');
    await store.commit('one');
    expect(await store.committed()).toEqual(['one']);
    expect((await read('one', place.open(own))).equals(bytes)).toBe(true);
    const part = await buffer(await store.read('one', { start: 65_000, end: 140_000 }));
    expect(part.equals(bytes.subarray(65_000, 140_000))).toBe(true);
    for (const size of [0, 1, 65_536]) {
      await write(`size-${size}`, bytes.subarray(0, size));
      expect((await read(`size-${size}`)).equals(bytes.subarray(0, size))).toBe(true);
      await store.discard(`size-${size}`);
    }
  });

  test('of several parts are written and read in turn', async () => {
    const large = randomBytes(12 * 1024 * 1024 + 1);
    const parts = function* cut() {
      for (let at = 0; at < large.length; at += 60_000) yield large.subarray(at, at + 60_000);
    };
    await store.write('large', Readable.from(parts()));
    expect((await read('large')).equals(large)).toBe(true);
    await store.remove('large');
  });

  test('whose upload breaks off, or is discarded, leave nothing', async () => {
    const broken = Readable.from(
      (async function* cutOff() {
        yield bytes;
        throw new Error('cut off');
      })(),
    );
    await expect(store.write('broken', broken)).rejects.toThrow('cut off');
    await write('discarded');
    await store.discard('discarded');
    await store.discard('discarded');
    for (const id of ['broken', 'discarded']) {
      await isMissing(id);
      expect(await namesOf(id)).toEqual([]);
    }
  });

  test('are uncommitted until committed, from a certain age', async () => {
    await write('early');
    expect(await store.uncommitted(60_000)).toEqual([]);
    expect(await store.uncommitted(0)).toEqual(['early']);
    await store.commit('early');
    expect(await store.uncommitted(0)).toEqual([]);
  });

  test('are removed, committed or not, and in quarantine once they are old', async () => {
    await write('gone');
    await store.remove('gone');
    await write('gone');
    await store.commit('gone');
    await store.remove('gone');
    await store.remove('gone');
    await isMissing('gone');

    await write('infected');
    await store.quarantine('infected');
    const inQuarantine = await namesOf('infected');
    // As an upload ends that was rejected.
    await store.discard('infected');
    expect(await namesOf('infected')).toEqual(inQuarantine);
    expect(await store.uncommitted(0)).toEqual([]);
    expect(await store.committed()).not.toContain('infected');
    await store.emptyQuarantine(60_000);
    expect(await namesOf('infected')).not.toEqual([]);
    await store.emptyQuarantine(0);
    expect(await namesOf('infected')).toEqual([]);
  });

  test('have a key that a new secret replaces, without their bytes', async () => {
    await write('renewed');
    await store.commit('renewed');
    await place.open(renewed).write('other', Readable.from([bytes]));
    const replacing = place.open(both);
    const reading = await replacing.read('renewed');
    expect(await replacing.renewKeys()).toEqual([]);
    expect((await buffer(reading)).equals(bytes)).toBe(true);
    for (const id of ['renewed', 'other'])
      expect((await read(id, place.open(renewed))).equals(bytes)).toBe(true);
    await expect(store.read('renewed')).rejects.toThrow(DamagedFileError);
    expect(await store.renewKeys()).toContain('renewed');
  });
});
