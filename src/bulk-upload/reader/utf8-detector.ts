import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { decoderOf, isOneByte } from './encodings.ts';

/** What a part of a file tells about whether the file is UTF-8. */
export interface Utf8Findings {
  readonly isUtf8: boolean;
  /** The approximate offset of the first non-ASCII character; null if there is none. */
  readonly firstNonAscii: number | null;
}

/**
 * Checks whether bytes read in a single-byte encoding are in fact UTF-8: the first accent may occur
 * megabytes into a file that began as plain ASCII.
 */
export class Utf8Detector {
  #decoder: ReturnType<typeof decoderOf> | null;
  #at = 0;
  #firstNonAscii: number | null = null;

  constructor(encoding: Encoding) {
    this.#decoder = isOneByte(encoding) ? decoderOf('utf-8') : null;
  }

  /** Continues at the start of a row: the next bytes are those from this offset on. */
  startAt(offset: number): void {
    this.#decoder &&= decoderOf('utf-8');
    this.#at = offset;
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

  /** Returns what was found, for `append`. */
  found(): Utf8Findings {
    return { isUtf8: this.#decoder !== null, firstNonAscii: this.#firstNonAscii };
  }

  /** Adds what was found in the part of the file that follows. */
  append({ isUtf8, firstNonAscii }: Utf8Findings): void {
    if (!isUtf8) this.#decoder = null;
    this.#firstNonAscii ??= firstNonAscii;
  }

  /**
   * The approximate offset of the first non-ASCII character if all bytes so far are UTF-8, else
   * null.
   */
  get firstNonAscii(): number | null {
    return this.#decoder === null ? null : this.#firstNonAscii;
  }
}
