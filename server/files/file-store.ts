import type { Readable } from 'node:stream';

/** Which bytes of a file to read: from `start` to before `end`, by default all. */
export interface FileReadOptions {
  readonly start?: number;
  readonly end?: number;
  /** Whether the file may have been stored before files were encrypted; it is then read whole. */
  readonly mayBeUnencrypted?: boolean;
  /** Whether the file is in quarantine, where no request reads. */
  readonly isInQuarantine?: boolean;
}

/**
 * Stores the bytes of attachments, encrypted. A file is first written as uncommitted. It is
 * committed once a database row names it. `uncommitted` lists what a crash leaves in between; the
 * database row then decides whether to commit or discard the file.
 */
export interface FileStore {
  /**
   * Writes a new file. When the promise resolves, the bytes survive a power cut.
   * @throws what `bytes` throws, or what the disk does; then nothing is left of the file, or it is
   * uncommitted
   */
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Opens a file, committed or not.
   * @throws DamagedFileError if the bytes to read are not as they were written
   */
  read(id: string, options?: FileReadOptions): Promise<Readable>;
  /** Encrypts a committed file that may have been stored before files were encrypted. */
  encrypt(id: string): Promise<void>;
  /**
   * Encrypts the keys of all files with the current secret, where they are not yet. Returns the
   * files whose keys no secret opens.
   */
  renewKeys(): Promise<readonly string[]>;
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
  /** Returns the ids of the committed files. */
  committed(): Promise<string[]>;
  /** Returns the ids of the files in quarantine. */
  quarantined(): Promise<string[]>;
}
