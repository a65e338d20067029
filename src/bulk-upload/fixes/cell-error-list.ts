import { growingBytes, growingWords, GrowingArray, lowerBound } from '#src/lib/growing-array.ts';

/** The errors of consecutive rows, as one worker sends them to another. */
export interface CellErrors {
  readonly rows: Uint32Array;
  readonly columnIndexes: Uint8Array;
  readonly issues: Uint16Array;
  readonly countries: Uint8Array;
  /** The end of the text of each error in `bytes`. */
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The invalid cells of a file, in file order. Each error takes a few bytes: only the texts that a
 * fix needs are copied, so that nothing keeps the text of the file in memory.
 */
export class CellErrorList {
  length = 0;
  readonly #rows = growingWords();
  readonly #columnIndexes = growingBytes();
  readonly #issues = new GrowingArray((length) => new Uint16Array(length));
  readonly #countries = growingBytes();
  readonly #isFixed = growingBytes();
  readonly #ends = growingWords();
  readonly #bytes = growingBytes();
  #used = 0;

  /** Adds an error. `row` counts from 0 and never decreases. `text`: the text to fix. */
  add(row: number, columnIndex: number, issue: number, text: string, country: number): void {
    const at = this.length;
    this.#rows.set(at, row);
    this.#columnIndexes.set(at, columnIndex);
    this.#issues.set(at, issue);
    this.#countries.set(at, country);
    this.#isFixed.set(at, 0);
    this.#bytes.reserve(this.#used + text.length * 3);
    this.#used += encoder.encodeInto(text, this.#bytes.array.subarray(this.#used)).written;
    this.#ends.set(at, this.#used);
    this.length = at + 1;
  }

  /** Returns a copy of all errors, for `append`. */
  all(): CellErrors {
    const { length } = this;
    return {
      rows: this.#rows.array.slice(0, length),
      columnIndexes: this.#columnIndexes.array.slice(0, length),
      issues: this.#issues.array.slice(0, length),
      countries: this.#countries.array.slice(0, length),
      ends: this.#ends.array.slice(0, length),
      bytes: this.#bytes.array.slice(0, this.#used),
    };
  }

  /**
   * Adds the errors of later rows. `firstRow`: the row that their rows count from. `issues` and
   * `countries`: by their numbers there, the numbers here.
   */
  append(
    added: CellErrors,
    firstRow: number,
    issues: readonly number[],
    countries: readonly number[],
  ): void {
    const { length } = this;
    const lengthAfter = length + added.rows.length;
    this.#isFixed.reserve(lengthAfter);
    this.#columnIndexes.append(added.columnIndexes, length);
    this.#rows.append(
      added.rows.map((row) => row + firstRow),
      length,
    );
    this.#issues.append(
      added.issues.map((issue) => issues[issue]!),
      length,
    );
    this.#countries.append(
      added.countries.map((country) => countries[country]!),
      length,
    );
    this.#ends.append(
      added.ends.map((end) => end + this.#used),
      length,
    );
    this.#bytes.append(added.bytes, this.#used);
    this.#used += added.bytes.length;
    this.length = lengthAfter;
  }

  row(at: number): number {
    return this.#rows.array[at]!;
  }

  columnIndex(at: number): number {
    return this.#columnIndexes.array[at]!;
  }

  /** Returns the column indexes of the errors from index `first` on. */
  columnIndexes(first: number): number[] {
    return [...this.#columnIndexes.array.subarray(first, this.length)];
  }

  issue(at: number): number {
    return this.#issues.array[at]!;
  }

  /** Moves an error to another issue. */
  setIssue(at: number, issue: number): void {
    this.#issues.array[at] = issue;
  }

  country(at: number): number {
    return this.#countries.array[at]!;
  }

  text(at: number): string {
    const start = at === 0 ? 0 : this.#ends.array[at - 1]!;
    return decoder.decode(this.#bytes.array.subarray(start, this.#ends.array[at]));
  }

  /** Returns whether the selected fix of the cell's issue fixes the cell. */
  isFixed(at: number): boolean {
    return this.#isFixed.array[at] === 1;
  }

  setFixed(at: number, isFixed: boolean): void {
    this.#isFixed.array[at] = isFixed ? 1 : 0;
  }

  /** Returns the index of the first error of a row or, if the row has none, of a later row. */
  firstOf(row: number): number {
    const rows = this.#rows.array;
    return lowerBound(this.length, (at) => rows[at]! < row);
  }
}
