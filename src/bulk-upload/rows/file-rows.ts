import type { RowSlice } from '#src/bulk-upload/reader/row-format.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-index.ts';
import type { ReadFile } from '#src/bulk-upload/reader/row-reader.ts';

/** Max parsed slices in the cache: the rows in a grid's viewport lie in one or two slices. */
const maxSlices = 4;

/**
 * Reads single rows of the file again, a slice at a time, and caches the latest slices. Rows count
 * from 0.
 */
export class FileRows {
  readonly #file: ReadFile;
  readonly #slices = new Map<number, Promise<RowSlice>>();

  constructor(file: ReadFile) {
    this.#file = file;
  }

  /**
   * Returns the cells of some rows, in the template's column order.
   * @throws Error with a message for the user when the file has changed.
   */
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
    // Re-inserting makes this slice the most recently used, so the first key is the one to evict.
    this.#slices.delete(slice);
    this.#slices.set(slice, parsed);
    parsed.catch(() => this.#slices.delete(slice));
    const [oldest] = this.#slices.keys();
    if (this.#slices.size > maxSlices && oldest !== undefined) this.#slices.delete(oldest);
    return parsed;
  }
}
