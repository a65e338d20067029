import type { Readable } from 'node:stream';

/**
 * Where the bytes of attachments live. A file is written first and belongs to nobody; once a row names it, it is settled. What a crash
 * leaves in between is told by `unsettled`, and whether there is a row decides what becomes of it.
 */
export interface FileStore {
  /** Writes a new file; when it resolves, the bytes survive a power cut. @throws what `bytes` throws, leaving nothing. */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Opens a file, settled or not; `range` in bytes, its end not included. */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Marks a written file as wanted. Harmless when repeated. */
  settle(id: string): Promise<void>;
  /** Removes a written file that is not settled. Harmless when repeated. */
  discard(id: string): Promise<void>;
  /** Removes a file, settled or not, for good. Harmless when repeated. */
  remove(id: string): Promise<void>;
  /** The written files that are neither settled nor discarded, and not younger than `age` milliseconds. */
  unsettled(age: number): Promise<string[]>;
}
