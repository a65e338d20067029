import type { RowSlice } from '#src/csv/row-format.ts';
import type { ReadFile } from '#src/csv/row-reader.ts';

import { firstRowNumber } from './row-view.ts';

/** Slices that are kept parsed: what a grid shows lies in one or two of them. */
const maxSlices = 4;

/** Reads single rows of the file again, a slice at a time; the last slices are kept. Rows count from 0. */
export class FileRows {
  readonly #file: ReadFile;
  readonly #slices = new Map<number, Promise<RowSlice>>();

  constructor(file: ReadFile) {
    this.#file = file;
  }

  /** The cells of some rows, in the template's order. Fails with a sentence when the file has changed. */
  async cells(rows: Iterable<number>): Promise<Map<number, readonly string[]>> {
    const found = new Map<number, readonly string[]>();
    for (const row of rows) {
      const slice = this.#file.sliceOf(row + firstRowNumber);
      if (slice === null) continue;
      const { firstRow, rows: cells } = await this.#slice(slice);
      const own = cells[row + firstRowNumber - firstRow];
      if (own !== undefined) found.set(row, own);
    }
    return found;
  }

  #slice(slice: number): Promise<RowSlice> {
    const parsed = this.#slices.get(slice) ?? this.#file.rowsAt(slice);
    // The last one asked for stands last, so that the first is the one to go.
    this.#slices.delete(slice);
    this.#slices.set(slice, parsed);
    parsed.catch(() => this.#slices.delete(slice));
    const [oldest] = this.#slices.keys();
    if (this.#slices.size > maxSlices && oldest !== undefined) this.#slices.delete(oldest);
    return parsed;
  }
}
