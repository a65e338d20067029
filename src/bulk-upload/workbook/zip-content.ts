import { damaged } from './workbook-errors.ts';

/** How the content of an entry is stored, and what it has to be. */
export interface Compression {
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The checksum (CRC-32) and the last 4 bytes of the size of the content. */
  readonly trailer: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the content of an entry, as that of a gzip file (RFC 1952): there the browser compares
 * the checksum. Counts in `progress` how many of its bytes were taken.
 */
export function readContent(
  stored: Blob,
  { method, isEncrypted, trailer }: Compression,
  progress: { stored: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (isEncrypted || (method !== 0 && method !== 8)) throw new Error(damaged);
  const deflated = method === 0 ? listBlocks(stored) : [stored];
  return new Blob([gzipHeader, ...deflated, trailer])
    .stream()
    .pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          progress.stored += chunk.length;
          controller.enqueue(chunk);
        },
      }),
    )
    .pipeThrough(new DecompressionStream('gzip'));
}

const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const maxBlockSize = 0xffff;

/** Returns bytes as blocks of deflate without compression (RFC 1951, 3.2.4). */
function listBlocks(bytes: Blob): BlobPart[] {
  const parts: BlobPart[] = [];
  for (let at = 0; at < Math.max(1, bytes.size); at += maxBlockSize) {
    const block = bytes.slice(at, at + maxBlockSize);
    const isLast = at + maxBlockSize >= bytes.size ? 1 : 0;
    const { size } = block;
    parts.push(Uint8Array.of(isLast, size, size >> 8, ~size, ~size >> 8), block);
  }
  return parts;
}
