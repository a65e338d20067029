import type { Readable } from 'node:stream';

/**
 * Stores the bytes of attachments. A file is first written as uncommitted. It is committed once a
 * database row names it. `uncommitted` lists what a crash leaves in between; the database row then
 * decides whether to commit or discard the file.
 */
export interface FileStore {
  /**
   * Writes a new file. When the promise resolves, the bytes survive a power cut.
   * @throws what `bytes` throws, or what the disk does; then nothing is left of the file
   */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Opens a file, committed or not. `range` is in bytes, its end exclusive. */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Marks a written file as wanted. Idempotent. */
  commit(id: string): Promise<void>;
  /** Removes a written file that is not committed. Idempotent. */
  discard(id: string): Promise<void>;
  /** Moves a written file to where nothing but the operator reads it. */
  quarantine(id: string): Promise<void>;
  /** Removes the files from quarantine that were written at least `age` milliseconds ago. */
  emptyQuarantine(age: number): Promise<void>;
  /** Removes a file permanently, committed or not. Idempotent. */
  remove(id: string): Promise<void>;
  /**
   * Returns the ids of files that are neither committed nor discarded and are at least `age`
   * milliseconds old.
   */
  uncommitted(age: number): Promise<string[]>;
}
