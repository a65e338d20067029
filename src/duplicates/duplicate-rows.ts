import { duplicateKeyNames } from '#contract/duplicate-keys.ts';
import { templateColumns } from '#contract/lead-template.ts';

import { keyHash } from './key-hash.ts';
import { KeyList } from './key-list.ts';
import { seenTwice } from './seen-hashes.ts';

/** By kind of key: the place of its column. */
const keyPlaces = duplicateKeyNames.map((key) =>
  templateColumns.findIndex(({ name }) => name === key),
);
/** By place: the kind of key, -1 for columns that are none. */
const kinds = templateColumns.map((_, place) => keyPlaces.indexOf(place));
const maxKinds = 16;
const checks = 0x800;

interface Key {
  readonly hash: number;
  readonly check: number;
}

/** The earlier row that a row repeats, and the kind of the key they share. */
export interface Repeated {
  readonly of: number;
  readonly kind: number;
}

/** Whether a column's cells are keys by which duplicates are found. */
export function isKeyPlace(place: number): boolean {
  return kinds[place] !== -1;
}

/**
 * Which rows repeat an earlier one. Of each key a hash is kept; those that occur twice are found once all rows were read, and followed
 * through edits and fixes.
 */
export class DuplicateRows {
  readonly #ofFile = new KeyList();
  /** Keys that a fix in force gives, by the fix. */
  readonly #ofFixes = new Map<string, KeyList>();
  /** By row and kind: keys of edited cells; null where such a cell gives none. */
  readonly #edited = new Map<number, Map<number, Key | null>>();
  /** By hash of more than one row: the first row, and the rest of the hash. */
  readonly #first = new Map<number, number>();
  /** By row: the earlier row and the kind, in one number. */
  readonly #repeated = new Map<number, number>();

  get count(): number {
    return this.#repeated.size;
  }

  /** Takes the keys of the next row of the file; a wrong cell is no key. */
  add(row: number, cells: readonly string[], wrong: readonly number[]): void {
    for (let kind = 0; kind < keyPlaces.length; kind += 1) {
      const text = cells[keyPlaces[kind]!]!;
      if (text === '' || (wrong.length > 0 && wrong.includes(keyPlaces[kind]!))) continue;
      const key = keyHash(kind, text);
      if (key !== undefined) this.#ofFile.add(row, kind, key);
    }
  }

  /** The rows that repeat an earlier one, in order. */
  rows(): Uint32Array {
    return Uint32Array.from(this.#repeated.keys()).toSorted();
  }

  /** What a row repeats. */
  repeated(row: number): Repeated | undefined {
    const packed = this.#repeated.get(row);
    return packed === undefined
      ? undefined
      : { of: Math.floor(packed / maxKinds), kind: packed % maxKinds };
  }

  /**
   * Takes the cells that a fix gives in one column, in the order of their rows; none: the fix is taken back. Gives the rows that may
   * repeat another one now, or no longer.
   */
  setFix(
    fix: string,
    place: number,
    cells: Iterable<readonly [row: number, text: string]>,
  ): ReadonlySet<number> {
    const before = this.#ofFixes.get(fix);
    const list = new KeyList();
    const kind = kinds[place]!;
    for (const [row, text] of cells) {
      const key = keyHash(kind, text);
      if (key !== undefined) list.add(row, kind, key);
    }
    if (list.length === 0) this.#ofFixes.delete(fix);
    else this.#ofFixes.set(fix, list);
    const hashes = new Set<number>();
    for (const keys of [before, list])
      for (let at = 0; at < (keys?.length ?? 0); at += 1) hashes.add(keys!.hash(at));
    return this.#findAgain(hashes, new Set(before?.rows()));
  }

  /** Finds the rows that repeat an earlier one, once all rows of the file were added. */
  find(): void {
    const list = this.#ofFile;
    const isTwice = seenTwice(list.highs());
    const first = new Map<number, number>();
    for (let at = 0; at < list.length; at += 1) {
      if (!isTwice(at)) continue;
      const hash = list.hash(at);
      const known = first.get(hash);
      if (known === undefined) first.set(hash, list.row(at) * checks + list.check(at));
      else {
        this.#first.set(hash, known);
        this.#repeat(list.row(at), list.kind(at), { hash, check: list.check(at) });
      }
    }
  }

  /**
   * Writes cells of key columns, or with `undefined` takes their edits back. Gives the rows that may repeat another one now, or no longer.
   */
  edit(
    cells: Iterable<readonly [row: number, place: number, text: string | undefined]>,
  ): ReadonlySet<number> {
    const rows = new Set<number>();
    const hashes = new Set<number>();
    for (const [row, place, text] of cells) {
      const kind = kinds[place]!;
      const before = this.#keysOf(row).get(kind)?.hash;
      this.#writeKey(row, kind, text === undefined ? undefined : editedKey(text, kind));
      const after = this.#keysOf(row).get(kind)?.hash;
      rows.add(row);
      if (before === after) continue;
      if (before !== undefined && this.#first.has(before)) hashes.add(before);
      if (after !== undefined) hashes.add(after);
    }
    return this.#findAgain(hashes, rows);
  }

  #writeKey(row: number, kind: number, key: Key | null | undefined): void {
    const own = this.#edited.get(row) ?? new Map<number, Key | null>();
    if (key === undefined) own.delete(kind);
    else own.set(kind, key);
    if (own.size === 0) this.#edited.delete(row);
    else this.#edited.set(row, own);
  }

  /** Finds the first rows with these hashes, and what all their rows and those already touched repeat. Gives all these rows. */
  #findAgain(hashes: ReadonlySet<number>, touched: Set<number>): Set<number> {
    const counts = new Map<number, number>();
    for (const hash of hashes) this.#first.delete(hash);
    this.#eachOf(hashes, (row, { hash, check }) => {
      touched.add(row);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
      const first = this.#first.get(hash) ?? Infinity;
      this.#first.set(hash, Math.min(first, row * checks + check));
    });
    for (const [hash, count] of counts) if (count === 1) this.#first.delete(hash);
    for (const row of touched) this.#reconcile(row);
    return touched;
  }

  #reconcile(row: number): void {
    this.#repeated.delete(row);
    for (const [kind, key] of this.#keysOf(row)) this.#repeat(row, kind, key);
  }

  /** Notes that a row repeats the first with the key, if it is not that one; the first kinds count before the others. */
  #repeat(row: number, kind: number, { hash, check }: Key): void {
    const first = this.#first.get(hash);
    if (first === undefined || first % checks !== check) return;
    const of = Math.floor(first / checks);
    if (of === row) return;
    const known = this.#repeated.get(row);
    if (known === undefined || known % maxKinds > kind)
      this.#repeated.set(row, of * maxKinds + kind);
  }

  #eachOf(hashes: ReadonlySet<number>, visit: (row: number, key: Key) => void): void {
    for (const list of [this.#ofFile, ...this.#ofFixes.values()]) {
      for (const at of placesOf(hashes, list)) {
        const row = list.row(at);
        if (!this.#edited.get(row)?.has(list.kind(at)))
          visit(row, { hash: list.hash(at), check: list.check(at) });
      }
    }
    for (const [row, own] of this.#edited)
      for (const key of own.values()) if (key !== null && hashes.has(key.hash)) visit(row, key);
  }

  /** The keys of a row now, by kind. */
  #keysOf(row: number): Map<number, Key> {
    const keys = new Map<number, Key>();
    for (const list of [this.#ofFile, ...this.#ofFixes.values()])
      for (let at = list.firstOf(row); at < list.length && list.row(at) === row; at += 1)
        keys.set(list.kind(at), { hash: list.hash(at), check: list.check(at) });
    for (const [kind, key] of this.#edited.get(row) ?? []) {
      if (key === null) keys.delete(kind);
      else keys.set(kind, key);
    }
    return keys;
  }
}

function editedKey(text: string, kind: number): Key | null {
  const list = new KeyList();
  const key = keyHash(kind, text);
  if (key !== undefined) list.add(0, kind, key);
  return list.length === 0 ? null : { hash: list.hash(0), check: list.check(0) };
}

/** A hash among millions is found fastest by the platform, and an edit waits for it; many are looked up at once. */
const fewHashes = 8;

/** Where any of some hashes stands. */
function* placesOf(hashes: ReadonlySet<number>, list: KeyList): Generator<number> {
  if (hashes.size > fewHashes) {
    for (let at = 0; at < list.length; at += 1) if (hashes.has(list.hash(at))) yield at;
    return;
  }
  for (const hash of hashes)
    for (let at = list.find(hash, 0); at !== -1; at = list.find(hash, at + 1)) yield at;
}
