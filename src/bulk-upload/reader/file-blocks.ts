/**
 * Block size in bytes. The file is read and hashed in blocks: the content hash is computed from the
 * digests of the blocks.
 */
export const blockSize = 4 * 1024 * 1024;

/** A block of the file. */
export interface FileBlock {
  /** The byte at which the block begins in the file. */
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const changed =
  'The file was changed, moved or deleted after you chose it. Choose it again. An unchanged file continues where it stopped; a changed one counts as a new file, and all its rows are submitted.';

/**
 * Reads a range of bytes from a file.
 * @throws an Error with a sentence for the user when the file on disk is no longer the chosen one
 */
export async function readBytes(
  file: Blob,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
    if (bytes.length === Math.min(end, file.size) - start) return bytes;
  } catch (error) {
    throw new Error(changed, { cause: error });
  }
  throw new Error(changed);
}

/**
 * Returns the blocks of a file in order. The first block is read at once; each further block is
 * read while the caller works on the previous one.
 */
export function fileBlocks(file: Blob, signal?: AbortSignal): AsyncGenerator<FileBlock> {
  return blocksFrom(file, readBlock(file, 0), signal);
}

async function* blocksFrom(
  file: Blob,
  first: Promise<FileBlock['bytes']>,
  signal?: AbortSignal,
): AsyncGenerator<FileBlock> {
  let next = first;
  for (let offset = 0; offset < file.size; offset += blockSize) {
    const bytes = await next;
    signal?.throwIfAborted();
    if (offset + blockSize < file.size) next = readBlock(file, offset + blockSize);
    yield { offset, bytes };
  }
}

function readBlock(file: Blob, offset: number): Promise<FileBlock['bytes']> {
  const bytes = readBytes(file, offset, Math.min(file.size, offset + blockSize));
  // A caller that stops early never awaits this promise.
  bytes.catch(() => undefined);
  return bytes;
}

/** Computes the content hash of a file: the SHA-256, in hex, of the digests of its blocks. */
export class ContentHash {
  readonly #digests: Promise<ArrayBuffer>[] = [];

  /**
   * Hashes the next block in parallel with the caller's work. Waits for the digest of the previous
   * block first, so that few blocks are held in memory.
   */
  async add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#digests.at(-1);
    const digest = crypto.subtle.digest('SHA-256', bytes);
    digest.catch(() => undefined);
    this.#digests.push(digest);
  }

  async hex(): Promise<string> {
    const digests = await new Blob(await Promise.all(this.#digests)).arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', digests));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
