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
//   chunk: 65,536 bytes, in the last one 0 to 65,536, as `encrypt` encrypts them: 28 bytes more
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

/** Yields a file as it is stored in a folder, encrypted with a new key. */
export async function* encryptFile(
  id: string,
  bytes: AsyncIterable<Buffer>,
  wrapping: KeyWrapping,
): AsyncGenerator<Buffer> {
  const key = newFileKey();
  const stored = storedKey(await wrapping.wrap(id, key));
  yield Buffer.concat([stored, stored]);
  yield* encryptChunks(key, bytes);
}

/** Returns a key for one file. */
export const newFileKey = () => randomBytes(32);

/** Yields the chunks of a file, encrypted with its key. */
export async function* encryptChunks(
  key: Buffer,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { piece, isLast } of split(bytes, chunkLength))
    yield encrypt([key], chunkName(index++, isLast), piece);
}

/** Yields bytes in pieces of one length; the last one has the rest, or nothing. */
async function* split(bytes: AsyncIterable<Buffer>, pieceLength: number) {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    // A whole piece that may be the last one waits.
    if (length <= pieceLength) continue;
    let rest = Buffer.concat(parts);
    for (; rest.length > pieceLength; rest = rest.subarray(pieceLength))
      yield { piece: rest.subarray(0, pieceLength), isLast: false };
    parts = [rest];
    length = rest.length;
  }
  yield { piece: Buffer.concat(parts), isLast: true };
}

/**
 * Opens a stored file, whose name is its id. All that is read is checked before: none of it is
 * returned if any of it is damaged.
 * @throws DamagedFileError
 */
export async function openToRead(
  file: string,
  wrapping: KeyWrapping,
  options: FileReadOptions = {},
): Promise<Readable> {
  const handle = await open(file, 'r');
  try {
    const keys = await readKeys(handle, file, wrapping);
    if (keys.length === 0 && options.mayBeUnencrypted) return handle.createReadStream();
    const { key } = findKey(keys, file);
    const { size } = await handle.stat();
    const read = (from: number, to: number) =>
      handle.createReadStream({
        start: 2 * keyLength + from,
        end: 2 * keyLength + to - 1,
        autoClose: false,
        highWaterMark: storedLength,
      });
    const stored = { name: file, key, length: size - 2 * keyLength, read };
    const stream = await decryptToRead(stored, options);
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
  await using handle = await open(file, 'r+');
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
}

function storedKey(wrapped: Buffer): Buffer {
  return Buffer.concat([mark, Buffer.of(wrapped.length), wrapped], keyLength);
}

const isMarked = (copy: Buffer) => copy.subarray(0, mark.length).equals(mark);

/**
 * Returns what a file has of its key, twice, each undefined if it can’t be decrypted; nothing if
 * the file is not encrypted.
 */
async function readKeys(handle: FileHandle, file: string, wrapping: KeyWrapping) {
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

/** The chunks of a stored file. */
interface StoredChunks {
  /** What the file is called in errors. */
  readonly name: string;
  readonly key: Buffer;
  /** Of all chunks, in bytes. */
  readonly length: number;
  /** Reads the stored bytes from `from` to before `to`, or to the end if that is sooner. */
  readonly read: (from: number, to: number) => AsyncIterable<Buffer>;
}

/**
 * Decrypts the chunks of a file, once to check them and once to return them.
 * @throws DamagedFileError
 */
export async function decryptToRead(
  stored: StoredChunks,
  { start = 0, end = Infinity }: FileReadOptions = {},
): Promise<Readable> {
  const chunks = () => decryptChunks(stored, start, end);
  await finished(Readable.from(chunks()).resume());
  return Readable.from(chunks(), { objectMode: false });
}

/** Yields the bytes of a file from `start` to before `end`. */
async function* decryptChunks(
  { name, key, length, read }: StoredChunks,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const last = Math.max(0, Math.ceil(length / storedLength) - 1);
  const lastRead = Math.min(last, Math.ceil(end / chunkLength) - 1);
  let index = Math.floor(start / chunkLength);
  if (index > lastRead) return;
  const stored = read(index * storedLength, (lastRead + 1) * storedLength);
  for await (const { piece } of split(stored, storedLength)) {
    const found = decrypt([key], chunkName(index, index === last), piece);
    if (!found) throw new DamagedFileError(`Chunk ${index} of ${name} is not as it was written.`);
    const offset = index * chunkLength;
    yield found.content.subarray(Math.max(0, start - offset), end - offset);
    index += 1;
  }
}
