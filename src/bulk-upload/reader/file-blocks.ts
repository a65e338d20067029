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
export async function readBytes(file: Blob, start: number, end: number) {
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
export function fileBlocks(file: Blob): AsyncGenerator<FileBlock, undefined> {
  return blocksFrom(file, blockAt(file, 0));
}

async function* blocksFrom(
  file: Blob,
  first: Promise<FileBlock>,
): AsyncGenerator<FileBlock, undefined> {
  let next = first;
  for (let offset = 0; offset < file.size; offset += blockSize) {
    const block = await next;
    if (offset + blockSize < file.size) next = blockAt(file, offset + blockSize);
    yield block;
  }
  return undefined;
}

/** Reads the block of a file that begins at an offset. */
function blockAt(file: Blob, offset: number): Promise<FileBlock> {
  const end = Math.min(file.size, offset + blockSize);
  const block = readBytes(file, offset, end).then((bytes) => ({ offset, bytes }));
  // A caller that stops early never awaits this promise.
  block.catch(() => undefined);
  return block;
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
