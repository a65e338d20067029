import type { Readable } from 'node:stream';

/**
 * Stores the bytes of attachments. A file is first written as unsettled. It is settled once a
 * database row names it. `unsettled` lists what a crash leaves in between; the database row then
 * decides whether to settle or discard the file.
 */
export interface FileStore {
  /**
   * Writes a new file. When the promise resolves, the bytes survive a power cut.
   * @throws what `bytes` throws; then nothing is left of the file
   */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Opens a file, settled or not. `range` is in bytes, its end exclusive. */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Marks a written file as wanted. Idempotent. */
  settle(id: string): Promise<void>;
  /** Removes a written file that is not settled. Idempotent. */
  discard(id: string): Promise<void>;
  /** Removes a file permanently, settled or not. Idempotent. */
  remove(id: string): Promise<void>;
  /**
   * Returns the ids of files that are neither settled nor discarded and are at least `age`
   * milliseconds old.
   */
  unsettled(age: number): Promise<string[]>;
}
