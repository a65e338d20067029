import type { Encoding } from '#contract/bulk-upload/bulk-uploads.ts';

import { decoderOf, isOneByte } from './encodings.ts';

/**
 * Checks whether bytes read in a single-byte encoding are in fact UTF-8: the first accent may occur
 * megabytes into a file that began as plain ASCII.
 */
export class Utf8Detector {
  #decoder: ReturnType<typeof decoderOf> | null;
  #at: number;
  #firstNonAscii: number | null = null;

  /** `start`: the offset of the first byte. */
  constructor(encoding: Encoding, start: number) {
    this.#decoder = isOneByte(encoding) ? decoderOf('utf-8') : null;
    this.#at = start;
  }

  /** Checks the next bytes. `isAscii`: whether all of them are ASCII. */
  push(bytes: Uint8Array, isAscii: boolean): void {
    if (this.#decoder === null) return;
    if (this.#firstNonAscii !== null || !isAscii) {
      this.#firstNonAscii ??= this.#at;
      try {
        this.#decoder.decode(bytes, { stream: true });
      } catch {
        this.#decoder = null;
      }
    }
    this.#at += bytes.length;
  }

  /**
   * The approximate offset of the first non-ASCII character if all bytes so far are UTF-8, else
   * null.
   */
  get firstNonAscii(): number | null {
    return this.#decoder === null ? null : this.#firstNonAscii;
  }
}
