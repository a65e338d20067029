/** Where the slices of a file begin: the byte, and the number of the first row. All that is kept of the rows. */
export class RowIndex {
  readonly #offsets: number[] = [];
  readonly #firstRows: number[] = [];
  #end = 0;
  #rowAfter = 2;

  get slices(): number {
    return this.#offsets.length;
  }

  /** Adds a slice after the others; `end`: the byte after it, `rowAfter`: the number of the row after its last. */
  add(slice: { start: number; end: number; firstRow: number; rowAfter: number }): void {
    this.#offsets.push(slice.start);
    this.#firstRows.push(slice.firstRow);
    this.#end = slice.end;
    this.#rowAfter = slice.rowAfter;
  }

  /** The slice that holds a row; null: there is no such row. */
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

  /** Where a slice stands in the file, and its first row. Throws a RangeError where there is no such slice. */
  at(slice: number): { firstRow: number; start: number; end: number } {
    const firstRow = this.#firstRows[slice];
    const start = this.#offsets[slice];
    if (firstRow === undefined || start === undefined) throw new RangeError(`No slice ${slice}.`);
    return { firstRow, start, end: this.#offsets[slice + 1] ?? this.#end };
  }
}
