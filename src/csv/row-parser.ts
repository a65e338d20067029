import { byteLength, decoderOf, hasNonAscii, isOneByte } from './encodings.ts';
import { misreadBytesOf } from './misread-words.ts';
import { plainBytesOf } from './plain-bytes.ts';
import type { RowFormat, RowSlice } from './row-format.ts';
import { RowIndex } from './row-index.ts';
import { Utf8Watch } from './utf8-watch.ts';

/** A single row that is longer than this, in characters, has a quote that never closes. */
const maxRowLength = 4 * 1024 * 1024;

/** Why the reading stopped before the end of the file. */
export type ReadStop =
  | {
      readonly reason: 'quote';
      readonly row: number;
      /** The cell's place in the row, from 0, and the byte it begins at. */
      readonly place: number;
      readonly offset: number;
    }
  /** `row`: the first that was not told. */
  | { readonly reason: 'encoding'; readonly row: number };

/** Makes rows of the bytes it is given one after the other, and remembers where each slice began. */
export class RowParser {
  readonly index = new RowIndex();
  readonly utf8: Utf8Watch;
  /** Rows so far. */
  rows = 0;
  /** Once set, further bytes are left unread. */
  stop: ReadStop | null = null;
  readonly #format: RowFormat;
  readonly #onSlice: (slice: RowSlice) => void;
  readonly #decoder: TextDecoder;
  /** The byte at which `#carry` begins. */
  #offset: number;
  /** Text of a row that goes on. */
  #carry = '';
  readonly #areBytesPlain: (bytes: Uint8Array) => boolean;
  /** Whether the rows that were not told yet are plain, and the bytes that came last. */
  #isPlain = true;
  #isLastPlain = true;
  readonly #mayBytesBeMisread: ReturnType<typeof misreadBytesOf>;
  /** The same of whether their words need a look. */
  #mayBeMisread = false;
  #mayLastBeMisread = false;

  constructor(format: RowFormat, onSlice: (slice: RowSlice) => void) {
    this.#format = format;
    this.#onSlice = onSlice;
    this.#decoder = decoderOf(format.parseOptions.encoding);
    this.#offset = format.head.rowsOffset;
    this.#areBytesPlain = plainBytesOf(format.parseOptions.encoding);
    this.#mayBytesBeMisread = misreadBytesOf(format.parseOptions.encoding);
    this.utf8 = new Utf8Watch(format.parseOptions.encoding, format.head.rowsOffset);
  }

  /** Takes the next bytes and tells the rows that end in them. */
  take(bytes: Uint8Array): void {
    if (this.stop !== null) return;
    const isAscii = isOneByte(this.#format.parseOptions.encoding) && !hasNonAscii(bytes);
    this.utf8.take(bytes, isAscii);
    this.#isLastPlain = this.#areBytesPlain(bytes);
    this.#isPlain &&= this.#isLastPlain;
    this.#mayLastBeMisread = this.#mayBytesBeMisread(bytes, isAscii);
    this.#mayBeMisread ||= this.#mayLastBeMisread;
    this.#parse(this.#decode(bytes), true);
  }

  /** Tells the rows that are left once there are no more bytes. */
  end(): void {
    if (this.stop === null) this.#parse(this.#decode(), false);
  }

  #decode(bytes?: Uint8Array): string | null {
    try {
      return this.#carry + this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.stop = { reason: 'encoding', row: this.rows + 2 };
      return null;
    }
  }

  #parse(text: string | null, isPart: boolean): void {
    if (text === null) return;
    const { rows, cursor, badQuote } = this.#format.parse(text, isPart);
    if (badQuote !== null) {
      this.#stopAtQuote(text.slice(0, badQuote));
      return;
    }
    this.#notify(rows, text, cursor);
    if (this.#carry.length > maxRowLength) {
      this.#stopAtQuote(this.#carry.slice(0, this.#format.parse(this.#carry, false).badQuote ?? 0));
    }
  }

  /** Tells the rows before a cell that never ends. */
  #stopAtQuote(before: string): void {
    const { rows, cursor } = this.#format.parse(before, true);
    this.#notify(rows, before, cursor);
    const place = this.#format.parse(`${this.#carry}.`, false).rows[0]?.length ?? 1;
    const offset = this.#offset + byteLength(this.#carry, this.#format.parseOptions.encoding);
    this.stop = { reason: 'quote', row: this.rows + 2, place: place - 1, offset };
  }

  #notify(rows: string[][], text: string, cursor: number): void {
    const start = this.#offset;
    const firstRow = this.rows + 2;
    const end = start + byteLength(text.slice(0, cursor), this.#format.parseOptions.encoding);
    this.#offset = end;
    this.#carry = text.slice(cursor);
    if (rows.length === 0) return;
    this.rows += rows.length;
    const slice = this.index.slices;
    this.index.add({ start, end, firstRow, rowAfter: firstRow + rows.length });
    const known = { isPlain: this.#isPlain, mayBeMisread: this.#mayBeMisread };
    this.#onSlice(this.#format.slice(rows, text.slice(0, cursor), slice, firstRow, known));
    this.#isPlain = this.#isLastPlain;
    this.#mayBeMisread = this.#mayLastBeMisread;
  }
}
