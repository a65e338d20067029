import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { decrypt, type Decrypted, encrypt } from '#server/auth/encryption.ts';
import type { KeyWrapping } from '#server/auth/key-wrapping.ts';

import type { FileReadOptions } from './file-store.ts';

// A stored file is its key, twice, then its bytes in chunks.
//   key:   256 bytes: the mark, the length of the encrypted key in a byte, the encrypted key, zeros
//   chunk: 65,536 bytes, of the last one 0 to 65,536, as `encrypt` encrypts them: 28 bytes more
// A chunk is bound to its number and to whether it is the last: none can be cut off, moved or
// repeated unnoticed. A key encrypts one file, once.
const mark = Buffer.from('\0portal1');
const keyLength = 256;
const chunkLength = 65_536;
const storedLength = chunkLength + 28;
const chunkName = (index: number, isLast: boolean) => `${index}${isLast ? ' last' : ''}`;

/** A file is not as it was written, or no secret opens it. */
export class DamagedFileError extends Error {
  readonly code = 'FILE_DAMAGED';
}

/** Yields a file as it is stored, encrypted with a new key. */
export async function* encryptFile(
  id: string,
  bytes: AsyncIterable<Buffer>,
  wrapping: KeyWrapping,
): AsyncGenerator<Buffer> {
  const key = randomBytes(32);
  const stored = storedKey(await wrapping.wrap(id, key));
  yield Buffer.concat([stored, stored]);
  let index = 0;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    // A whole chunk that may be the last one waits.
    if (length <= chunkLength) continue;
    let rest = Buffer.concat(parts);
    for (; rest.length > chunkLength; rest = rest.subarray(chunkLength))
      yield encrypt([key], chunkName(index++, false), rest.subarray(0, chunkLength));
    parts = [rest];
    length = rest.length;
  }
  yield encrypt([key], chunkName(index, true), Buffer.concat(parts));
}

/**
 * Opens a stored file, whose name is its id. All that is read is checked before: none of it is
 * returned if any of it is damaged.
 * @throws DamagedFileError
 */
export async function openToRead(
  file: string,
  wrapping: KeyWrapping,
  { start = 0, end = Infinity, mayBePlain = false }: FileReadOptions = {},
): Promise<Readable> {
  const handle = await open(file, 'r');
  try {
    const keys = await readKeys(handle, file, wrapping);
    if (keys.length === 0 && mayBePlain) return handle.createReadStream();
    const { key } = findKey(keys, file);
    const chunks = () => decryptChunks({ file, handle, key }, start, end);
    await finished(Readable.from(chunks()).resume());
    const stream = Readable.from(chunks(), { objectMode: false });
    return stream.once('close', () => void handle.close());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Encrypts the key of a stored file again, where that was not with the current secret. It can be
 * read meanwhile, and whenever this is interrupted. Does nothing about a file that is not
 * encrypted.
 * @throws DamagedFileError if no secret opens the key
 */
export async function renewKey(file: string, wrapping: KeyWrapping): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const keys = await readKeys(handle, file, wrapping);
    if (keys.every((key) => key?.isFormer === false)) return;
    const { key, at } = findKey(keys, file);
    const stored = storedKey(await wrapping.wrap(path.basename(file), key));
    const { atime, mtime } = await handle.stat();
    // The readable one is replaced once the other one is on the disk.
    for (const index of [1 - at, at]) {
      await handle.write(stored, 0, keyLength, index * keyLength);
      await handle.sync();
    }
    await handle.utimes(atime, mtime);
  } finally {
    await handle.close();
  }
}

function storedKey(wrapped: Buffer): Buffer {
  return Buffer.concat([mark, Buffer.of(wrapped.length), wrapped], keyLength);
}

const isMarked = (copy: Buffer) => copy.subarray(0, mark.length).equals(mark);

/**
 * Returns what a file has of its key, twice, each undefined if it can’t be decrypted; nothing if
 * the file is not encrypted.
 */
async function readKeys(
  handle: FileHandle,
  file: string,
  wrapping: KeyWrapping,
): Promise<(Decrypted | undefined)[]> {
  const both = Buffer.alloc(2 * keyLength);
  await handle.read(both, 0, both.length, 0);
  const copies = [both.subarray(0, keyLength), both.subarray(keyLength)];
  if (!copies.some(isMarked)) return [];
  const unwrap = async (copy: Buffer) => {
    const [length = 0, ...wrapped] = copy.subarray(mark.length);
    return wrapping.unwrap(path.basename(file), Buffer.from(wrapped.slice(0, length)));
  };
  return Promise.all(copies.map(unwrap));
}

/** Returns the key of a file, and which of the two it is. @throws DamagedFileError */
function findKey(keys: readonly (Decrypted | undefined)[], file: string) {
  const at = keys.findIndex((key) => key !== undefined);
  const found = keys[at];
  if (!found) throw new DamagedFileError(`No secret opens the key of ${file}.`);
  return { key: found.content, at };
}

/** Yields the bytes of a file from `start` to before `end`. */
async function* decryptChunks(
  { file, handle, key }: { file: string; handle: FileHandle; key: Buffer },
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  const last = Math.max(0, Math.ceil((size - 2 * keyLength) / storedLength) - 1);
  const stored = Buffer.alloc(storedLength);
  for (let index = Math.floor(start / chunkLength); index <= last; index++) {
    const offset = index * chunkLength;
    if (offset >= end) return;
    const position = 2 * keyLength + index * storedLength;
    const { bytesRead } = await handle.read(stored, 0, storedLength, position);
    const found = decrypt([key], chunkName(index, index === last), stored.subarray(0, bytesRead));
    if (!found) throw new DamagedFileError(`Chunk ${index} of ${file} is not as it was written.`);
    yield found.content.subarray(Math.max(0, start - offset), end - offset);
  }
}
