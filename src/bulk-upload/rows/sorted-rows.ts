import { templateColumnAt, templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { type FileRows, cellsNow } from './row-view.ts';
import type { RowSort } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

/** What rows are sorted by: their cells, with what was changed in them. */
interface SortedFile {
  readonly rows: FileRows;
  readonly validated: ValidatedRows;
}

/** Rows whose cells are read at a time. */
const rowsAtOnce = 500;
/** Rows of a run that is sorted in one go, before runs are merged. */
const runLength = 4_096;
/** How long sorting goes on before other requests get their turn. */
const maxTurnMs = 20;

/**
 * The order of the rows that were sorted last. Rows keep their order while they are edited, so that
 * none moves away while it is being corrected.
 */
export class SortedRows {
  #key = '';
  #rows = new Uint32Array();
  #latest: symbol | undefined;

  /**
   * Returns rows in the order of a column; blank cells are last in both directions. `key` names the
   * filter and the sort.
   * @throws Error if other rows are sorted in the meantime
   */
  async order(opened: SortedFile, key: string, rows: Uint32Array, sort: RowSort) {
    const request = (this.#latest = Symbol('sort'));
    const sorted =
      key === this.#key
        ? orderLike(this.#rows, rows)
        : await sortedBy(opened, rows, sort, () => this.#latest === request);
    this.#key = key;
    this.#rows = sorted;
    return sorted;
  }

  /** Returns the rows that were ordered last under a key; undefined if it was another. */
  rows(key: string): Uint32Array | undefined {
    return key === this.#key ? this.#rows : undefined;
  }
}

async function sortedBy(
  opened: SortedFile,
  rows: Uint32Array,
  { column, isDescending }: RowSort,
  isWanted: () => boolean,
): Promise<Uint32Array<ArrayBuffer>> {
  const columnIndex = templateColumns.findIndex(({ name }) => name === column);
  if (columnIndex === -1) throw new Error('There is no such column.');
  const takeTurn = turns(isWanted);
  const keys = new SortKeys(rows.length, templateColumnAt(columnIndex).field.kind === 'number');
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const block = rows.subarray(first, first + rowsAtOnce);
    const cells = await opened.rows.cells(block);
    for (const row of block)
      keys.add(cellsNow(opened.validated, row, cells.get(row) ?? [])[columnIndex] ?? '');
    await takeTurn();
  }
  const sign = isDescending ? -1 : 1;
  const filled = Uint32Array.from(rows.keys()).filter((at) => !keys.isBlank(at));
  const blank = Uint32Array.from(rows.keys()).filter((at) => keys.isBlank(at));
  const compare = (one: number, other: number) => sign * keys.compare(one, other) || one - other;
  const sorted = new Uint32Array(rows.length);
  sorted.set(await mergeSorted(filled, compare, takeTurn));
  sorted.set(blank, filled.length);
  return sorted.map((at) => rows[at]!);
}

/** Sorts in turns: short runs first, which are then merged. */
async function mergeSorted(
  values: Uint32Array<ArrayBuffer>,
  compare: (one: number, other: number) => number,
  takeTurn: () => Promise<void>,
): Promise<Uint32Array<ArrayBuffer>> {
  for (let first = 0; first < values.length; first += runLength) {
    values.subarray(first, first + runLength).sort(compare);
    await takeTurn();
  }
  let [from, to] = [values, new Uint32Array(values.length)];
  for (let length = runLength; length < values.length; length *= 2) {
    for (let first = 0; first < values.length; first += 2 * length) {
      const middle = Math.min(first + length, values.length);
      const end = Math.min(middle + length, values.length);
      let [left, right] = [first, middle];
      for (let at = first; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0);
        to[at] = isLeft ? from[left++]! : from[right++]!;
        if (at % runLength === 0) await takeTurn();
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Returns a function that lets other requests have their turn, if this one has had enough. */
function turns(isWanted: () => boolean): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    if (!isWanted()) throw new Error('Other rows are being sorted.');
    since = performance.now();
  };
}

/** Returns rows in an earlier order; rows that are new come last. */
function orderLike(before: Uint32Array, rows: Uint32Array): Uint32Array<ArrayBuffer> {
  const size =
    1 +
    Math.max(
      before.reduce((most, row) => Math.max(most, row), -1),
      rows.at(-1) ?? -1,
    );
  const isOpen = new Uint8Array(size);
  for (const row of rows) isOpen[row] = 1;
  const ordered = new Uint32Array(rows.length);
  let found = 0;
  const take = (row: number) => {
    if (isOpen[row] === 0) return;
    isOpen[row] = 0;
    ordered[found++] = row;
  };
  for (const row of before) take(row);
  for (const row of rows) take(row);
  return ordered;
}

const encoder = new TextEncoder();

/** Only the first characters of a text are compared: what follows does not show in a cell. */
const maxCharacters = 40;

/** Marks what a key holds; numbers come before texts. */
const marks = { number: 1, text: 2 } as const;

/**
 * What rows are sorted by, as bytes that are compared one by one: a few bytes for each row, so that
 * a million rows take little memory. A blank text has no bytes.
 */
class SortKeys {
  readonly #isNumeric: boolean;
  readonly #ends: Uint32Array;
  #bytes = new Uint8Array(65_536);
  #length = 0;

  /** `rows`: how many keys are added. `isNumeric`: whether the texts are meant as numbers. */
  constructor(rows: number, isNumeric: boolean) {
    this.#ends = new Uint32Array(rows + 1);
    this.#isNumeric = isNumeric;
  }

  /** Adds the key of the next text. */
  add(text: string): void {
    const start = this.#ends[this.#length]!;
    this.#length += 1;
    this.#reserve(start + 1 + maxCharacters * 3);
    this.#ends[this.#length] = this.#write(text.trim(), start);
  }

  isBlank(at: number): boolean {
    return this.#ends[at] === this.#ends[at + 1];
  }

  /** Compares two keys: negative if the first one comes first, 0 if they are equal. */
  compare(one: number, other: number): number {
    let a = this.#ends[one]!;
    let b = this.#ends[other]!;
    const aEnd = this.#ends[one + 1]!;
    const bEnd = this.#ends[other + 1]!;
    for (; a < aEnd && b < bEnd; a += 1, b += 1) {
      const difference = this.#bytes[a]! - this.#bytes[b]!;
      if (difference !== 0) return difference;
    }
    return aEnd - a - (bEnd - b);
  }

  #write(text: string, start: number): number {
    if (text === '') return start;
    const number = this.#isNumeric ? numberIn(text) : undefined;
    if (number !== undefined) {
      this.#bytes[start] = marks.number;
      return writeNumber(this.#bytes, start + 1, number);
    }
    this.#bytes[start] = marks.text;
    const target = this.#bytes.subarray(start + 1);
    return start + 1 + encoder.encodeInto(normalise(text), target).written;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Returns the number that a text begins with, apart from signs of currency and thousands. */
function numberIn(text: string): number | undefined {
  const number = Number(text.replaceAll(/[^\d.-]/g, ''));
  return /\d/.test(text) && Number.isFinite(number) ? number : undefined;
}

/** Returns a text without the differences of case and accents. */
function normalise(text: string): string {
  const start = text.slice(0, maxCharacters).toLowerCase();
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(start)) return start;
  return start.normalize('NFKD').replaceAll(/\p{M}/gu, '').slice(0, maxCharacters);
}

const float = new DataView(new ArrayBuffer(8));

/** Writes a number so that the order of the bytes is the order of the numbers. */
function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  float.setFloat64(0, number);
  const isNegative = float.getUint8(0) >= 128;
  for (let at = 0; at < 8; at += 1) {
    const byte = float.getUint8(at);
    const positive = at === 0 ? byte | 128 : byte;
    bytes[start + at] = isNegative ? 255 - byte : positive;
  }
  return start + 8;
}
