import { ByteScanner, type ByteFindings } from './byte-scanner.ts';
import { makeDecoder, hasNonAscii, isUtf8 } from './encodings.ts';
import type { RowFindings } from './row-findings.ts';
import { type RowFormat, type RowSlice, firstRowNumber } from './row-format.ts';

/**
 * Max row length in characters. A longer row is taken for one with an unclosed quote, which would
 * otherwise gather the rest of a large file in memory.
 */
export const maxRowLength = 64 * 1024 * 1024;

/** A longer incomplete row is not scanned anew with each of its parts. */
const maxCarriedBytes = 64 * 1024;

/** Parses rows from successive chunks of bytes and records what is found beside them. */
export class RowParser {
  readonly #found: RowFindings;
  readonly #format: RowFormat;
  readonly #onSlice: (slice: RowSlice) => void;
  #decoder: ReturnType<typeof makeDecoder>;
  /** The text of an incomplete row, and its bytes if none of them were decoded. */
  #carry = '';
  #carriedBytes: Uint8Array<ArrayBuffer> = noBytes;
  /** The byte of the file after those that were pushed. */
  #pushed: number;
  /**
   * The length at which an incomplete row is parsed again: twice the length of the last attempt, so
   * that a row of many parts is not parsed anew for each of them.
   */
  #retryLength = 0;
  readonly #scanner: ByteScanner;
  /** The facts about the latest bytes, and about all bytes whose rows were not yet passed on. */
  #latest: ByteFindings = { isAscii: true, isPlain: true, mayBeMisread: false };
  #findings = this.#latest;

  /** Continues after the rows that were found so far: the next bytes are those at `found.end`. */
  constructor(format: RowFormat, found: RowFindings, onSlice: (slice: RowSlice) => void) {
    this.#found = found;
    this.#format = format;
    this.#onSlice = onSlice;
    this.#decoder = makeDecoder(format.parseOptions.encoding);
    this.#scanner = new ByteScanner(format.parseOptions.encoding);
    this.#pushed = found.end;
    found.utf8.startAt(found.end);
  }

  /** Parses the next bytes and passes the rows that end in them to `onSlice`. */
  push(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#found.stop !== null) return;
    this.#latest = this.#scanner.scan(bytes);
    this.#findings = bothFindings(this.#findings, this.#latest);
    this.#found.utf8.push(bytes, this.#latest.isAscii);
    this.#pushed += bytes.length;
    const undecoded = joined(this.#carriedBytes, bytes);
    if (this.#carry === '' && this.#findings.isPlain && this.#scan(undecoded)) return;
    this.#carriedBytes = noBytes;
    this.#parse(this.#decode(undecoded), true);
    this.#clearText(bytes);
  }

  /**
   * Passes the rows that end in these bytes to `onSlice` without decoding them. Returns false if
   * they have to be decoded.
   */
  #scan(bytes: Uint8Array<ArrayBuffer>): boolean {
    const start = this.#found.end;
    const firstRow = this.#found.rows + firstRowNumber;
    const rows = this.#format.scan(bytes, firstRow);
    if (rows === null || (rows.length === 0 && bytes.length > maxCarriedBytes)) return false;
    if (!this.#isValid(bytes.subarray(0, rows.end))) return false;
    const slice = this.#format.scannedSlice(rows, firstRow, this.#findings);
    this.#carriedBytes = bytes.subarray(rows.end);
    if (rows.length === 0) return true;
    this.#add(slice, rows.length, start + rows.end);
    this.#findings = this.#latest;
    return true;
  }

  /** Returns whether plain bytes can be decoded: only in UTF-8 some can’t. */
  #isValid(bytes: Uint8Array): boolean {
    const { encoding } = this.#format.parseOptions;
    return encoding !== 'utf-8' || !hasNonAscii(bytes) || isUtf8(bytes);
  }

  /** Keeps the incomplete row as bytes if all of them are among these, the last ones. */
  #clearText(bytes: Uint8Array<ArrayBuffer>): void {
    const length = this.#pushed - this.#found.end;
    if (this.#found.stop !== null || this.#retryLength > 0 || length > bytes.length) return;
    this.#carry = '';
    this.#carriedBytes = bytes.subarray(bytes.length - length);
    this.#decoder = makeDecoder(this.#format.parseOptions.encoding);
  }

  /** Passes the remaining rows to `onSlice` after the last bytes. */
  end(): void {
    if (this.#found.stop !== null) return;
    if (this.#carriedBytes.length > 0) {
      const text = this.#decode(this.#carriedBytes);
      if (text === null) return;
      this.#carry = text;
    }
    this.#parse(this.#decode(), false);
  }

  #decode(bytes?: Uint8Array): string | null {
    try {
      return this.#carry + this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.#parseCarried();
      const { rows, end: offset } = this.#found;
      this.#found.stop = { reason: 'encoding', row: rows + firstRowNumber, offset };
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

  /** Passes the rows of the carried text to `onSlice`, although it is not yet twice as long. */
  #parseCarried(): void {
    const carried = this.#carry;
    if (this.#retryLength === 0) return;
    const { rows, cursor, badQuote } = this.#format.parse(carried, true);
    if (badQuote === null) this.#notify(rows, carried, cursor);
  }

  #stopAtLimit(): void {
    const badQuote = this.#carry.includes('"')
      ? this.#format.parse(this.#carry, false).badQuote
      : null;
    if (badQuote !== null) this.#stopAtQuote(this.#carry.slice(0, badQuote), true);
    else this.#found.stop = { reason: 'length', row: this.#found.rows + firstRowNumber };
  }

  /** Passes the rows before an unclosed cell to `onSlice`, and stops there. */
  #stopAtQuote(before: string, isAtLimit: boolean): void {
    const { rows, cursor } = this.#format.parse(before, true);
    this.#notify(rows, before, cursor);
    const cells = this.#format.parse(`${this.#carry}.`, false).rows[0]?.length ?? 1;
    const lineStart = Math.max(this.#carry.lastIndexOf('\n'), this.#carry.lastIndexOf('\r')) + 1;
    const offset = this.#found.end + this.#decoder.take(this.#carry.slice(0, lineStart));
    this.#found.stop = {
      reason: 'quote',
      row: this.#found.rows + firstRowNumber,
      columnIndex: cells - 1,
      offset,
      isAtLimit,
    };
  }

  #notify(rows: string[][], text: string, cursor: number): void {
    const start = this.#found.end;
    const firstRow = this.#found.rows + firstRowNumber;
    const parsed = text.slice(0, cursor);
    const end = start + this.#decoder.take(parsed);
    this.#carry = text.slice(cursor);
    if (rows.length === 0) {
      this.#found.end = end;
      return;
    }
    const slice = this.#format.slice(rows, parsed, firstRow, this.#findings);
    this.#add(slice, rows.length, end);
    // What was parsed late came in several parts, and so may the incomplete row after it.
    if (this.#retryLength === 0) this.#findings = this.#latest;
  }

  /** Adds a slice of rows, which ends before the byte `end`, and passes it to `onSlice`. */
  #add(slice: RowSlice, rows: number, end: number): void {
    const { firstRow } = slice;
    this.#found.index.add({ start: this.#found.end, end, firstRow, rowAfter: firstRow + rows });
    this.#found.end = end;
    this.#found.rows += rows;
    this.#found.add(slice);
    this.#onSlice(slice);
  }
}

const noBytes = new Uint8Array();

/** Returns bytes and those that follow, without a copy if they follow in memory. */
function joined(one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>) {
  if (one.length === 0) return other;
  const length = one.length + other.length;
  if (one.buffer === other.buffer && one.byteOffset + one.length === other.byteOffset)
    return new Uint8Array(one.buffer, one.byteOffset, length);
  const both = new Uint8Array(length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function bothFindings(one: ByteFindings, other: ByteFindings): ByteFindings {
  return {
    isAscii: one.isAscii && other.isAscii,
    isPlain: one.isPlain && other.isPlain,
    mayBeMisread: one.mayBeMisread || other.mayBeMisread,
  };
}
