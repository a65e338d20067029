import type { Encoding } from '#contract/web/bulk-uploads.ts';

import { decoderOf, isOneByte } from './encodings.ts';

/**
 * Watches whether what is read in an encoding of one byte a character is UTF-8 all the same: the first accent may stand
 * megabytes into a file that began as plain ASCII.
 */
export class Utf8Watch {
  #decoder: TextDecoder | null;
  #at: number;
  #firstAccent: number | null = null;

  /** `start`: the byte that comes first. */
  constructor(encoding: Encoding, start: number) {
    this.#decoder = isOneByte(encoding) ? decoderOf('utf-8') : null;
    this.#at = start;
  }

  /** `isAscii`: the bytes hold nothing beyond ASCII. */
  take(bytes: Uint8Array, isAscii: boolean): void {
    if (this.#decoder === null) return;
    if (this.#firstAccent !== null || !isAscii) {
      this.#firstAccent ??= this.#at;
      try {
        this.#decoder.decode(bytes, { stream: true });
      } catch {
        this.#decoder = null;
      }
    }
    this.#at += bytes.length;
  }

  /** Where about the first character beyond ASCII stands, if all that was read is UTF-8; else null. */
  get firstAccent(): number | null {
    return this.#decoder === null ? null : this.#firstAccent;
  }
}
