import { ByteScanner, type ByteFindings } from './byte-scanner.ts';
import { byteLength, decoderOf } from './encodings.ts';
import type { RowFormat, RowSlice } from './row-format.ts';
import { firstRowNumber } from './row-index.ts';
import { RowIndex } from './row-index.ts';
import { Utf8Detector } from './utf8-detector.ts';

/** Max row length in characters: a longer row has an unclosed quote. */
const maxRowLength = 4 * 1024 * 1024;

/** Why parsing stopped before the end of the file. */
export type ReadStop =
  | {
      readonly reason: 'quote';
      readonly row: number;
      /** The cell's column index, from 0, and the byte at which the cell begins. */
      readonly columnIndex: number;
      readonly offset: number;
    }
  /** `row`: the first row that was not passed to `onSlice`. */
  | { readonly reason: 'encoding'; readonly row: number };

/** Parses rows from successive chunks of bytes and records where each slice began. */
export class RowParser {
  readonly index = new RowIndex();
  readonly utf8: Utf8Detector;
  /** The number of rows parsed so far. */
  rows = 0;
  /** Once set, further bytes are ignored. */
  stop: ReadStop | null = null;
  readonly #format: RowFormat;
  readonly #onSlice: (slice: RowSlice) => void;
  readonly #decoder: TextDecoder;
  /** The byte at which `#carry` begins. */
  #offset: number;
  /** The text of an incomplete row. */
  #carry = '';
  readonly #scanner: ByteScanner;
  /** What is known of the latest bytes, and of all bytes whose rows were not yet passed on. */
  #latest: ByteFindings = { isAscii: true, isPlain: true, mayBeMisread: false };
  #findings = this.#latest;

  constructor(format: RowFormat, onSlice: (slice: RowSlice) => void) {
    this.#format = format;
    this.#onSlice = onSlice;
    this.#decoder = decoderOf(format.parseOptions.encoding);
    this.#offset = format.fileHeader.rowsOffset;
    this.#scanner = new ByteScanner(format.parseOptions.encoding);
    this.utf8 = new Utf8Detector(format.parseOptions.encoding, format.fileHeader.rowsOffset);
  }

  /** Parses the next bytes and passes the rows that end in them to `onSlice`. */
  push(bytes: Uint8Array): void {
    if (this.stop !== null) return;
    this.#latest = this.#scanner.scan(bytes);
    this.#findings = bothFindings(this.#findings, this.#latest);
    this.utf8.push(bytes, this.#latest.isAscii);
    this.#parse(this.#decode(bytes), true);
  }

  /** Passes the remaining rows to `onSlice` after the last bytes. */
  end(): void {
    if (this.stop !== null) return;
    if (this.#scanner.isEndOpen) this.#findings = { ...this.#findings, mayBeMisread: true };
    this.#parse(this.#decode(), false);
  }

  #decode(bytes?: Uint8Array): string | null {
    try {
      return this.#carry + this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.stop = { reason: 'encoding', row: this.rows + firstRowNumber };
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

  /** Passes the rows before an unclosed cell to `onSlice`, and stops there. */
  #stopAtQuote(before: string): void {
    const { rows, cursor } = this.#format.parse(before, true);
    this.#notify(rows, before, cursor);
    const cells = this.#format.parse(`${this.#carry}.`, false).rows[0]?.length ?? 1;
    const offset = this.#offset + byteLength(this.#carry, this.#format.parseOptions.encoding);
    this.stop = {
      reason: 'quote',
      row: this.rows + firstRowNumber,
      columnIndex: cells - 1,
      offset,
    };
  }

  #notify(rows: string[][], text: string, cursor: number): void {
    const start = this.#offset;
    const firstRow = this.rows + firstRowNumber;
    const end = start + byteLength(text.slice(0, cursor), this.#format.parseOptions.encoding);
    this.#offset = end;
    this.#carry = text.slice(cursor);
    if (rows.length === 0) return;
    this.rows += rows.length;
    const slice = this.index.slices;
    this.index.add({ start, end, firstRow, rowAfter: firstRow + rows.length });
    this.#onSlice(this.#format.slice(rows, text.slice(0, cursor), slice, firstRow, this.#findings));
    this.#findings = this.#latest;
  }
}

function bothFindings(one: ByteFindings, other: ByteFindings): ByteFindings {
  return {
    isAscii: one.isAscii && other.isAscii,
    isPlain: one.isPlain && other.isPlain,
    mayBeMisread: one.mayBeMisread || other.mayBeMisread,
  };
}
