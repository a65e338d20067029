import type { KeyHash } from './key-hash.ts';

/** The low bits of a hash, which don't fit into a number with the other 53. */
const checkBits = 11;

/** The keys of consecutive rows, as one worker sends them to another. */
export interface RowKeys {
  /** The first and last 32 bits of each hash. */
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly rows: Uint32Array;
  readonly kinds: Uint8Array;
}

/** Hashes of the keys of rows, in row order: 13 bytes each. */
export class KeyList {
  length = 0;
  #highs = new Uint32Array(1024);
  #lows = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #kinds = new Uint8Array(1024);

  /** Adds a key. `row` never decreases. */
  add(row: number, kind: number, { high, low }: KeyHash): void {
    const at = this.length;
    this.#reserve(at + 1);
    this.#highs[at] = high;
    this.#lows[at] = low;
    this.#rows[at] = row;
    this.#kinds[at] = kind;
    this.length = at + 1;
  }

  /** Returns a copy of all keys, for `append`. */
  all(): RowKeys {
    return {
      highs: this.#highs.slice(0, this.length),
      lows: this.#lows.slice(0, this.length),
      rows: this.#rows.slice(0, this.length),
      kinds: this.#kinds.slice(0, this.length),
    };
  }

  /** Adds the keys of later rows. `firstRow`: the row that their rows count from. */
  append({ highs, lows, rows, kinds }: RowKeys, firstRow: number): void {
    const after = this.length + rows.length;
    this.#reserve(after);
    this.#highs.set(highs, this.length);
    this.#lows.set(lows, this.length);
    this.#kinds.set(kinds, this.length);
    for (const [at, row] of rows.entries()) this.#rows[this.length + at] = row + firstRow;
    this.length = after;
  }

  /** Returns the first 53 bits of a hash. */
  hash(at: number): number {
    return this.#highs[at]! * 2 ** (32 - checkBits) + (this.#lows[at]! >>> checkBits);
  }

  /** Returns the last 11 bits of a hash. */
  check(at: number): number {
    return this.#lows[at]! & (2 ** checkBits - 1);
  }

  /** Returns the index of a 53-bit hash, searching from index `from` on, or -1. */
  find(hash: number, from: number): number {
    const all = this.highs();
    const high = highOf(hash);
    let at = all.indexOf(high, from);
    while (at !== -1 && this.hash(at) !== hash) at = all.indexOf(high, at + 1);
    return at;
  }

  /** Returns the first 32 bits of all hashes. */
  highs(): Uint32Array {
    return this.#highs.subarray(0, this.length);
  }

  row(at: number): number {
    return this.#rows[at]!;
  }

  kind(at: number): number {
    return this.#kinds[at]!;
  }

  /** Returns the row of each key. */
  rows(): Uint32Array {
    return this.#rows.subarray(0, this.length);
  }

  /** Returns the index of the first key of a row or, if the row has none, of a later row. */
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

  #reserve(needed: number): void {
    if (needed <= this.#rows.length) return;
    const length = Math.max(needed, this.#rows.length * 2);
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

/** Min and max number of leading hash bits that select a slot. */
const minBits = 16;
const maxBits = 26;

/**
 * Returns a function that returns whether the hash at an index may occur at another index too.
 * `highs`: the first 32 bits of each hash.
 *
 * Uses two bits for each slot, and about 32 slots a hash, at most 67 million slots. With enough
 * slots, all but 3% of the unique hashes are recognised as unique, so that only the others have to
 * be compared.
 */
export function findRepeatedHashes(highs: Uint32Array): (at: number) => boolean {
  const wanted = Math.ceil(Math.log2(highs.length * 32));
  const bits = Math.max(minBits, Math.min(wanted, maxBits));
  const slotShift = 32 - bits;
  const once = new Uint8Array(2 ** bits / 8);
  const twice = new Uint8Array(2 ** bits / 8);
  for (let at = 0; at < highs.length; at += 1) {
    const slot = highs[at]! >>> slotShift;
    const bit = 1 << (slot & 7);
    if ((once[slot >>> 3]! & bit) === 0) once[slot >>> 3]! |= bit;
    else twice[slot >>> 3]! |= bit;
  }
  return (at) => {
    const slot = highs[at]! >>> slotShift;
    return (twice[slot >>> 3]! & (1 << (slot & 7))) !== 0;
  };
}

/**
 * Tells at once of most hashes that no key of a list has them, so that the search of millions of
 * keys for an edited one is rarely needed. Sets two bits for each hash in 16 to 32 times as many,
 * at most 67 million: about one unknown hash in 60 is not recognised as unknown.
 */
export class HashFilter {
  readonly #bits: Uint8Array;
  readonly #shift: number;

  constructor(list: KeyList) {
    const wanted = Math.ceil(Math.log2(Math.max(1, list.length) * 16));
    const bits = Math.max(minBits, Math.min(wanted, maxBits));
    this.#shift = 32 - bits;
    this.#bits = new Uint8Array(2 ** bits / 8);
    for (let at = 0; at < list.length; at += 1) {
      const hash = list.hash(at);
      this.#set(highOf(hash));
      this.#set(mixed(hash));
    }
  }

  /** Returns whether a key of the list may have the hash; false if none has it. */
  mayHave(hash: number): boolean {
    return this.#has(highOf(hash)) && this.#has(mixed(hash));
  }

  #set(bits: number): void {
    const slot = bits >>> this.#shift;
    this.#bits[slot >>> 3]! |= 1 << (slot & 7);
  }

  #has(bits: number): boolean {
    const slot = bits >>> this.#shift;
    return (this.#bits[slot >>> 3]! & (1 << (slot & 7))) !== 0;
  }
}

/** Returns the first 32 bits of a 53-bit hash. */
function highOf(hash: number): number {
  return Math.floor(hash / 2 ** (32 - checkBits));
}

/** Returns 32 bits that depend on the last bits of a 53-bit hash. */
function mixed(hash: number): number {
  return Math.imul((hash % 2 ** (32 - checkBits)) ^ highOf(hash), 0x9e3779b1);
}

/**
 * Up to this many hashes are found one by one with `indexOf`, the fastest search among millions
 * while an edit waits. More hashes are found in one pass.
 */
const maxSingleSearches = 8;

/** Yields the indexes of the keys with any of the hashes. */
export function* indexesOf(hashes: ReadonlySet<number>, list: KeyList): Generator<number> {
  if (hashes.size > maxSingleSearches) {
    for (let at = 0; at < list.length; at += 1) if (hashes.has(list.hash(at))) yield at;
    return;
  }
  for (const hash of hashes)
    for (let at = list.find(hash, 0); at !== -1; at = list.find(hash, at + 1)) yield at;
}
