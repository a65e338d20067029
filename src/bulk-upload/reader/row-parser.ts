import { makeDecoder } from './encodings.ts';
import type { RowFindings } from './row-findings.ts';
import { type RowFormat, type RowSlice, firstRowNumber } from './row-format.ts';

/**
 * Max row length in characters. A longer row is taken for one with an unclosed quote, which would
 * otherwise gather the rest of a large file in memory.
 */
export const maxRowLength = 64 * 1024 * 1024;

/** Parses the rows of a file from successive chunks of bytes, and records its findings. */
export class RowParser {
  readonly #found: RowFindings;
  readonly #format: RowFormat;
  readonly #onSlice: (slice: RowSlice) => void;
  readonly #decoder: ReturnType<typeof makeDecoder>;
  /** The text of an incomplete row. */
  #carry = '';
  /**
   * The length at which an incomplete row is parsed again: twice the length of the last attempt, so
   * a row of many chunks is not parsed again for each of them.
   */
  #retryLength = 0;

  constructor(format: RowFormat, found: RowFindings, onSlice: (slice: RowSlice) => void) {
    this.#found = found;
    this.#format = format;
    this.#onSlice = onSlice;
    this.#decoder = makeDecoder(format.parseOptions.encoding);
  }

  /** Parses the next bytes and passes the rows that end in them to `onSlice`. */
  push(bytes: Uint8Array): void {
    if (this.#found.stop !== null) return;
    this.#found.utf8.push(bytes);
    this.#parse(this.#decode(bytes), true);
  }

  /** Passes the remaining rows to `onSlice` after the last bytes. */
  end(): void {
    if (this.#found.stop === null) this.#parse(this.#decode(), false);
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
    const slice = this.#format.slice(rows, parsed, firstRow);
    this.#found.index.add({ start, end, firstRow, rowAfter: firstRow + rows.length });
    this.#found.end = end;
    this.#found.rows += rows.length;
    this.#found.add(slice);
    this.#onSlice(slice);
  }
}
