import { growingBytes, growingWords, GrowingArray, lowerBound } from '#src/lib/growing-array.ts';

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
