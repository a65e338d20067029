import type { KeyHash } from './key-hash.ts';

/** The bits of the second half that do not fit beside the first into a number. */
const checkBits = 11;

/** Keys of rows, as hashes, in the order of the rows: 13 bytes each. */
export class KeyList {
  length = 0;
  #highs = new Uint32Array(1024);
  #lows = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #kinds = new Uint8Array(1024);

  /** `row` never falls. */
  add(row: number, kind: number, { high, low }: KeyHash): void {
    const at = this.length;
    if (at === this.#rows.length) this.#grow();
    this.#highs[at] = high;
    this.#lows[at] = low;
    this.#rows[at] = row;
    this.#kinds[at] = kind;
    this.length = at + 1;
  }

  /** The first 53 bits of a hash. */
  hash(at: number): number {
    return this.#highs[at]! * 2 ** (32 - checkBits) + (this.#lows[at]! >>> checkBits);
  }

  /** Its last 11 bits. */
  check(at: number): number {
    return this.#lows[at]! & (2 ** checkBits - 1);
  }

  /** Where a hash of 53 bits stands, from a place on; -1: nowhere. */
  find(hash: number, from: number): number {
    const all = this.highs();
    const high = Math.floor(hash / 2 ** (32 - checkBits));
    let at = all.indexOf(high, from);
    while (at !== -1 && this.hash(at) !== hash) at = all.indexOf(high, at + 1);
    return at;
  }

  /** The first 32 bits of all hashes. */
  highs(): Uint32Array {
    return this.#highs.subarray(0, this.length);
  }

  row(at: number): number {
    return this.#rows[at]!;
  }

  kind(at: number): number {
    return this.#kinds[at]!;
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
    this.#highs = grown(this.#highs, new Uint32Array(length));
    this.#lows = grown(this.#lows, new Uint32Array(length));
    this.#rows = grown(this.#rows, new Uint32Array(length));
    this.#kinds = grown(this.#kinds, new Uint8Array(length));
  }
}

function grown<A extends { set(array: A): void }>(array: A, empty: A): A {
  empty.set(array);
  return empty;
}
