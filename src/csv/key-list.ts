/** Keys of rows, as hashes, in the order of the rows: 15 bytes each. */
export class KeyList {
  length = 0;
  #hashes = new Float64Array(1024);
  #checks = new Uint16Array(1024);
  #rows = new Uint32Array(1024);
  #kinds = new Uint8Array(1024);

  /** `row` never falls. */
  add(row: number, kind: number, hash: number, check: number): void {
    const at = this.length;
    if (at === this.#rows.length) this.#grow();
    this.#hashes[at] = hash;
    this.#checks[at] = check;
    this.#rows[at] = row;
    this.#kinds[at] = kind;
    this.length = at + 1;
  }

  hash(at: number): number {
    return this.#hashes[at]!;
  }

  check(at: number): number {
    return this.#checks[at]!;
  }

  row(at: number): number {
    return this.#rows[at]!;
  }

  kind(at: number): number {
    return this.#kinds[at]!;
  }

  /** All hashes. */
  hashes(): Float64Array {
    return this.#hashes.subarray(0, this.length);
  }

  /** The row of each key. */
  rows(): Uint32Array {
    return this.#rows.subarray(0, this.length);
  }

  /** The first key of a row, or of a later one. */
  firstOf(row: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const length = this.length * 2;
    const grown = <A extends { set(array: A): void }>(array: A, empty: A): A => {
      empty.set(array);
      return empty;
    };
    this.#hashes = grown(this.#hashes, new Float64Array(length));
    this.#checks = grown(this.#checks, new Uint16Array(length));
    this.#rows = grown(this.#rows, new Uint32Array(length));
    this.#kinds = grown(this.#kinds, new Uint8Array(length));
  }
}
