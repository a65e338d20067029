/** The number of the first data row as Excel shows it. Inside the worker, rows count from 0. */
export const firstRowNumber = 2;

/** Where a slice begins and ends. */
export interface IndexedSlice {
  readonly start: number;
  /** The byte after the slice. */
  readonly end: number;
  readonly firstRow: number;
  /** The number of the row after the slice's last row. */
  readonly rowAfter: number;
}

/**
 * Where each slice of a file begins: its first byte and the number of its first row. Nothing else
 * of the rows is stored.
 */
export class RowIndex {
  readonly #offsets: number[] = [];
  readonly #firstRows: number[] = [];
  #end = 0;
  #rowAfter = firstRowNumber;

  get slices(): number {
    return this.#offsets.length;
  }

  /** Appends a slice. */
  add(slice: IndexedSlice): void {
    this.#offsets.push(slice.start);
    this.#firstRows.push(slice.firstRow);
    this.#end = slice.end;
    this.#rowAfter = slice.rowAfter;
  }

  /**
   * Appends the slices of the part of the file that follows. `rows`: the number of rows before the
   * part, whose own rows are numbered as if it were the whole file.
   */
  append(part: readonly IndexedSlice[], rows: number): void {
    for (const { start, end, firstRow, rowAfter } of part)
      this.add({ start, end, firstRow: firstRow + rows, rowAfter: rowAfter + rows });
  }

  /** Returns all slices in order, for `append`. */
  all(): IndexedSlice[] {
    return this.#offsets.map((start, slice) => ({
      start,
      end: this.#offsets[slice + 1] ?? this.#end,
      firstRow: this.#firstRows[slice] ?? this.#rowAfter,
      rowAfter: this.#firstRows[slice + 1] ?? this.#rowAfter,
    }));
  }

  /** Returns the index of the slice that contains a row, or null if there is no such row. */
  sliceOf(row: number): number | null {
    if (row < 2 || row >= this.#rowAfter) return null;
    let low = 0;
    let high = this.#firstRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#firstRows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns the byte range of a slice and the number of its first row.
   * @throws a RangeError if there is no such slice
   */
  at(slice: number): { firstRow: number; start: number; end: number } {
    const firstRow = this.#firstRows[slice];
    const start = this.#offsets[slice];
    if (firstRow === undefined || start === undefined) throw new RangeError(`No slice ${slice}.`);
    return { firstRow, start, end: this.#offsets[slice + 1] ?? this.#end };
  }
}
