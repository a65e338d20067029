import { ByteScanner, type ByteFindings } from './byte-scanner.ts';
import { decoderOf } from './encodings.ts';
import type { RowFormat, RowSlice } from './row-format.ts';
import { firstRowNumber } from './row-index.ts';
import { RowIndex } from './row-index.ts';
import { Utf8Detector } from './utf8-detector.ts';

/**
 * Max row length in characters. A longer row is taken for one with an unclosed quote, which would
 * otherwise gather the rest of a large file in memory.
 */
export const maxRowLength = 64 * 1024 * 1024;

/** Why parsing stopped before the end of the file. */
export type ReadStop =
  | {
      readonly reason: 'quote';
      readonly row: number;
      /** The cell's column index, from 0, and the byte at which its line begins. */
      readonly columnIndex: number;
      readonly offset: number;
      /** Whether the file goes on after the max row length, where the quote may be closed. */
      readonly isAtLimit: boolean;
    }
  /** A row without a quote that is longer than the max row length. */
  | { readonly reason: 'length'; readonly row: number }
  /** `row`: the first row that was not passed to `onSlice`; it begins at byte `offset`. */
  | { readonly reason: 'encoding'; readonly row: number; readonly offset: number };

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
  readonly #decoder: ReturnType<typeof decoderOf>;
  /** The byte at which `#carry` begins. */
  #offset: number;
  /** The text of an incomplete row. */
  #carry = '';
  /**
   * The length at which an incomplete row is parsed again: twice the length of the last attempt, so
   * that a row of many parts is not parsed anew for each of them.
   */
  #retryLength = 0;
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
      this.stop = { reason: 'encoding', row: this.rows + firstRowNumber, offset: this.#offset };
      return null;
    }
  }

  #parse(text: string | null, isPart: boolean): void {
    if (text === null) return;
    if (isPart && text.length < this.#retryLength) {
      this.#carry = text;
      return;
    }
    const { rows, cursor, badQuote } = this.#format.parse(text, isPart);
    if (badQuote !== null) {
      this.#stopAtQuote(text.slice(0, badQuote), false);
      return;
    }
    this.#notify(rows, text, cursor);
    this.#retryLength = rows.length === 0 ? Math.min(this.#carry.length * 2, maxRowLength) : 0;
    if (this.#carry.length > maxRowLength) this.#stopAtLimit();
  }

  #stopAtLimit(): void {
    const badQuote = this.#carry.includes('"')
      ? this.#format.parse(this.#carry, false).badQuote
      : null;
    if (badQuote !== null) this.#stopAtQuote(this.#carry.slice(0, badQuote), true);
    else this.stop = { reason: 'length', row: this.rows + firstRowNumber };
  }

  /** Passes the rows before an unclosed cell to `onSlice`, and stops there. */
  #stopAtQuote(before: string, isAtLimit: boolean): void {
    const { rows, cursor } = this.#format.parse(before, true);
    this.#notify(rows, before, cursor);
    const cells = this.#format.parse(`${this.#carry}.`, false).rows[0]?.length ?? 1;
    const lineStart = Math.max(this.#carry.lastIndexOf('\n'), this.#carry.lastIndexOf('\r')) + 1;
    const offset = this.#offset + this.#decoder.take(this.#carry.slice(0, lineStart));
    this.stop = {
      reason: 'quote',
      row: this.rows + firstRowNumber,
      columnIndex: cells - 1,
      offset,
      isAtLimit,
    };
  }

  #notify(rows: string[][], text: string, cursor: number): void {
    const start = this.#offset;
    const firstRow = this.rows + firstRowNumber;
    const end = start + this.#decoder.take(text.slice(0, cursor));
    this.#offset = end;
    this.#carry = text.slice(cursor);
    if (rows.length === 0) return;
    this.rows += rows.length;
    const slice = this.index.slices;
    this.index.add({ start, end, firstRow, rowAfter: firstRow + rows.length });
    this.#onSlice(this.#format.slice(rows, text.slice(0, cursor), slice, firstRow, this.#findings));
    // What was parsed late came in several parts, and so may the incomplete row after it.
    if (this.#retryLength === 0) this.#findings = this.#latest;
  }
}

function bothFindings(one: ByteFindings, other: ByteFindings): ByteFindings {
  return {
    isAscii: one.isAscii && other.isAscii,
    isPlain: one.isPlain && other.isPlain,
    mayBeMisread: one.mayBeMisread || other.mayBeMisread,
  };
}
