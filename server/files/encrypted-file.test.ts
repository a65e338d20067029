import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deriveSecrets } from '#server/auth/secrets.ts';

import { DamagedFileError, encryptFile, openToRead, renewKey } from './encrypted-file.ts';
import type { FileReadOptions } from './file-store.ts';

const { fileKeys: own } = deriveSecrets('one secret');
const { fileKeys: both } = deriveSecrets('a new secret', 'one secret');
const { fileKeys: renewed } = deriveSecrets('a new secret');
const chunk = 65_536;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-encrypted-'));
});
afterAll(async () => rm(folder, { recursive: true }));

/** Stores a file of a size, written in parts of any size. Returns where it is, and its bytes. */
async function store(size: number, partSize = 10_007) {
  const bytes = randomBytes(size);
  const parts: Buffer[] = [];
  for (let at = 0; at < size; at += partSize) parts.push(bytes.subarray(at, at + partSize));
  const id = `file-${size}-${partSize}`;
  const file = path.join(folder, id);
  await writeFile(file, encryptFile(id, Readable.from(parts), own));
  return { file, bytes };
}
const read = async (file: string, options?: FileReadOptions) =>
  buffer(await openToRead(file, own, options));

test('a file of any size is read as it was written, whole and in parts', async () => {
  for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_000])
    for (const partSize of [10_007, 1_000_000]) {
      const { file, bytes } = await store(size, partSize);
      expect((await read(file)).equals(bytes), `${size}`).toBe(true);
      for (const [start, end] of [
        [0, 4],
        [chunk - 1, chunk + 1],
        [size - 3, size],
        [chunk, 2 * chunk],
        [5, 5],
      ] as const) {
        if (start < 0) continue;
        const part = await read(file, { start, end });
        expect(part.equals(bytes.subarray(start, end)), `${size}: ${start}–${end}`).toBe(true);
      }
    }
});

describe('a damaged file', () => {
  const isDamaged = async (file: string, options?: FileReadOptions) =>
    read(file, options).then(
      () => false,
      (error: unknown) => error instanceof DamagedFileError,
    );

  test('of which a byte was changed is not read, wherever it is', async () => {
    const { file } = await store(2 * chunk + 100);
    const whole = await readFile(file);
    // Not set to a value, which a random byte may have already.
    const changed = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 1);
    for (const at of [512, 512 + chunk, 512 + chunk + 27, 512 + chunk + 28, whole.length - 1]) {
      await writeFile(file, changed(whole, at));
      expect(await isDamaged(file), 'damaged').toBe(true);
    }
    // One of the two copies of the key is enough; a file without both is no file of ours.
    await writeFile(file, changed(whole, 20));
    expect(await isDamaged(file)).toBe(false);
    await writeFile(file, whole.with(0, 1).with(256, 1));
    expect(await isDamaged(file), 'damaged').toBe(true);
    await writeFile(file, changed(changed(whole, 20), 276));
    expect(await isDamaged(file, { mayBeUnencrypted: true }), 'damaged').toBe(true);
  });

  test('that was cut, lengthened or whose chunks were moved is not read, nor under another name', async () => {
    const { file } = await store(2 * chunk + 100);
    const whole = await readFile(file);
    const stored = chunk + 28;
    for (const length of [0, 100, 512, 520, 512 + stored, 512 + 2 * stored, whole.length - 1]) {
      await writeFile(file, whole.subarray(0, length));
      expect(await isDamaged(file), 'damaged').toBe(true);
    }
    await writeFile(file, Buffer.concat([whole, Buffer.alloc(1)]));
    expect(await isDamaged(file), 'damaged').toBe(true);
    const at = (index: number) => whole.subarray(512 + index * stored, 512 + (index + 1) * stored);
    await writeFile(file, Buffer.concat([whole.subarray(0, 512), at(1), at(0), at(2)]));
    expect(await isDamaged(file), 'damaged').toBe(true);
    await writeFile(`${file}-other`, whole);
    expect(await isDamaged(`${file}-other`), 'damaged').toBe(true);
    await writeFile(file, whole);
    await expect(openToRead(file, renewed)).rejects.toThrow(DamagedFileError);
  });
});

test('a new secret replaces the former one in the key alone, from whatever an interruption left', async () => {
  const { file, bytes } = await store(300_000);
  const before = await readFile(file);
  await utimes(file, 1_000, 1_000);
  await renewKey(file, both);
  expect((await stat(file)).mtimeMs).toBe(1_000_000);
  const after = await readFile(file);
  expect(after.subarray(512).equals(before.subarray(512))).toBe(true);
  await expect(openToRead(file, own)).rejects.toThrow(DamagedFileError);
  await renewKey(file, both);
  expect((await readFile(file)).equals(after)).toBe(true);

  const copies = [before.subarray(0, 256), after.subarray(0, 256), randomBytes(256)] as const;
  const left = [
    [copies[0], copies[1]],
    [copies[1], copies[0]],
    [copies[2], copies[1]],
    [copies[0], copies[2]],
  ];
  for (const head of left) {
    await writeFile(file, Buffer.concat([...head, before.subarray(512)]));
    expect((await buffer(await openToRead(file, both))).equals(bytes)).toBe(true);
    await renewKey(file, both);
    expect((await buffer(await openToRead(file, renewed))).equals(bytes)).toBe(true);
    await expect(openToRead(file, own)).rejects.toThrow(DamagedFileError);
  }
});

test('a file is read to its end while its key is replaced', async () => {
  const { file, bytes } = await store(300_000);
  const stream = await openToRead(file, both);
  await renewKey(file, both);
  expect((await buffer(stream)).equals(bytes)).toBe(true);
});
