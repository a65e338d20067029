import { growingBytes, growingWords, lowerBound } from '#src/lib/growing-array.ts';

import type { KeyHash } from './key-hash.ts';

/** The low bits of a hash, which don't fit into a number with the other 53. */
const checkBits = 11;

/** Hashes of the keys of rows, in row order: 13 bytes each. */
export class KeyList {
  length = 0;
  readonly #highs = growingWords();
  readonly #lows = growingWords();
  readonly #rows = growingWords();
  readonly #kinds = growingBytes();

  /** Adds a key. `row` never decreases. */
  add(row: number, kind: number, { high, low }: KeyHash): void {
    const at = this.length;
    this.#highs.set(at, high);
    this.#lows.set(at, low);
    this.#rows.set(at, row);
    this.#kinds.set(at, kind);
    this.length = at + 1;
  }

  /** Returns the first 53 bits of a hash. */
  hash(at: number): number {
    return this.#highs.array[at]! * 2 ** (32 - checkBits) + (this.#lows.array[at]! >>> checkBits);
  }

  /** Returns the last 11 bits of a hash. */
  check(at: number): number {
    return this.#lows.array[at]! & (2 ** checkBits - 1);
  }

  /** Returns the index of a 53-bit hash, searching from index `from` on, or -1. */
  find(hash: number, from: number): number {
    const all = this.highs();
    const high = toHighBits(hash);
    let at = all.indexOf(high, from);
    while (at !== -1 && this.hash(at) !== hash) at = all.indexOf(high, at + 1);
    return at;
  }

  /** Returns the first 32 bits of all hashes. */
  highs(): Uint32Array {
    return this.#highs.array.subarray(0, this.length);
  }

  /** Returns the last 32 bits of all hashes. */
  lows(): Uint32Array {
    return this.#lows.array.subarray(0, this.length);
  }

  row(at: number): number {
    return this.#rows.array[at]!;
  }

  kind(at: number): number {
    return this.#kinds.array[at]!;
  }

  /** Returns the row of each key. */
  rows(): Uint32Array {
    return this.#rows.array.subarray(0, this.length);
  }

  /** Returns the index of the first key of a row or, if the row has none, of a later row. */
  firstOf(row: number): number {
    const rows = this.#rows.array;
    return lowerBound(this.length, (at) => rows[at]! < row);
  }
}

/** Min and max number of bits that tell which hashes are known. */
const minBits = 2 ** 16;
const maxBits = 2 ** 26;
/** How many leading bits of a hash tell whether others have the same. */
const repeatedBits = 22;

/**
 * Tells at once of most hashes that no key of a list has them, so that the search of millions of
 * keys for an edited one is rarely needed. Sets two bits of one word for each hash, of 16 to 32
 * times as many bits, at most 67 million: about one unknown hash in 60 is not recognised as one.
 *
 * A hash whose bits are set already may occur twice. So all but a few percent of the unique hashes
 * are recognised as unique, and only the others have to be compared.
 */
export class HashFilter {
  readonly #words: Uint32Array;
  readonly #shift: number;
  readonly #repeated = new Uint8Array(2 ** repeatedBits / 8);

  constructor(list: KeyList) {
    const target = 2 ** Math.ceil(Math.log2(Math.max(1, list.length) * 16));
    this.#words = new Uint32Array(Math.max(minBits, Math.min(target, maxBits)) / 32);
    this.#shift = 32 - Math.log2(this.#words.length);
    const highs = list.highs();
    const lows = list.lows();
    for (let at = 0; at < list.length; at += 1) this.#add(highs[at]!, lows[at]! >>> checkBits);
  }

  /** Returns whether a key of the list may have the hash; false if none has it. */
  mayHave(hash: number): boolean {
    const high = toHighBits(hash);
    const bits = twoBits(high, hash % 2 ** (32 - checkBits));
    return (this.#words[high >>> this.#shift]! & bits) === bits;
  }

  /** Returns whether several keys may have a hash with these first 32 bits; false if one has it. */
  mayRepeat(high: number): boolean {
    const slot = high >>> (32 - repeatedBits);
    return (this.#repeated[slot >>> 3]! & (1 << (slot & 7))) !== 0;
  }

  #add(high: number, low: number): void {
    const bits = twoBits(high, low);
    const word = this.#words[high >>> this.#shift]!;
    this.#words[high >>> this.#shift] = word | bits;
    if ((word & bits) !== bits) return;
    const slot = high >>> (32 - repeatedBits);
    this.#repeated[slot >>> 3]! |= 1 << (slot & 7);
  }
}

/** Returns a word with two bits that depend on all bits of a 53-bit hash, given in two parts. */
function twoBits(high: number, low: number): number {
  const mixed = Math.imul(low ^ high, 0x9e3779b1);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31));
}

/** Returns the first 32 bits of a 53-bit hash. */
function toHighBits(hash: number): number {
  return Math.floor(hash / 2 ** (32 - checkBits));
}

/**
 * Up to this many hashes are found one by one with `indexOf`, the fastest search among millions
 * while an edit waits. More hashes are found in one pass.
 */
const maxSingleSearches = 8;

/** Yields the indexes of the keys with any of the hashes. */
export function* findIndexes(hashes: ReadonlySet<number>, list: KeyList): Generator<number> {
  if (hashes.size > maxSingleSearches) {
    for (let at = 0; at < list.length; at += 1) if (hashes.has(list.hash(at))) yield at;
    return;
  }
  for (const hash of hashes)
    for (let at = list.find(hash, 0); at !== -1; at = list.find(hash, at + 1)) yield at;
}
