import { duplicateKeyNames } from '#contract/bulk-upload/duplicate-keys.ts';
import { templateColumnIndex, templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { keyHash } from './key-hash.ts';
import { HashFilter, KeyList, findIndexes } from './key-list.ts';

/** By kind of key: the index of its column. */
const keyColumnIndexes = duplicateKeyNames.map(templateColumnIndex);
/** By column index: the kind of key, or -1 if the column is not a key. */
const keyKindOfColumn = templateColumns.map((_, columnIndex) =>
  keyColumnIndexes.indexOf(columnIndex),
);
const maxKinds = 16;
const checks = 0x800;

interface Key {
  readonly hash: number;
  readonly check: number;
}

/** The earlier row that a row duplicates, and the kind of the shared key. */
export interface Repeated {
  readonly of: number;
  readonly kind: number;
}

/** Returns whether the cells of a column are keys that identify duplicates. */
export const isKeyColumn = (columnIndex: number): boolean => keyKindOfColumn[columnIndex] !== -1;

/**
 * Finds the rows that duplicate an earlier row. Stores a hash of each key. Hashes that occur twice
 * are found once all rows were read, and updated when cells are edited or fixed.
 */
export class DuplicateRows {
  readonly #ofFile = new KeyList();
  /** Of the keys of the file, once all rows were added. */
  #fileHashes: HashFilter | null = null;
  /** By fix: the keys that a selected fix gives. */
  readonly #ofFixes = new Map<string, KeyList>();
  /** By row and kind: the keys of edited cells; null if an edited cell gives no key. */
  readonly #edited = new Map<number, Map<number, Key | null>>();
  /** By hash that several rows share: the first row and the rest of the hash, in one number. */
  readonly #first = new Map<number, number>();
  /** By row: the earlier row and the kind of key, in one number. */
  readonly #repeated = new Map<number, number>();

  get count(): number {
    return this.#repeated.size;
  }

  /** Adds the keys of the next row of the file; an invalid cell gives no key. */
  add(row: number, cells: readonly string[], wrong: readonly number[]): void {
    for (let kind = 0; kind < keyColumnIndexes.length; kind += 1) {
      const text = cells[keyColumnIndexes[kind]!]!;
      if (text === '' || (wrong.length > 0 && wrong.includes(keyColumnIndexes[kind]!))) continue;
      const key = keyHash(kind, text);
      if (key !== undefined) this.#ofFile.add(row, kind, key);
    }
  }

  /** Returns the rows that duplicate an earlier row, in order. */
  rows(): Uint32Array {
    return Uint32Array.from(this.#repeated.keys()).toSorted();
  }

  /** Returns which earlier row a row duplicates; undefined if none. */
  repeated(row: number): Repeated | undefined {
    const packed = this.#repeated.get(row);
    return packed === undefined
      ? undefined
      : { of: Math.floor(packed / maxKinds), kind: packed % maxKinds };
  }

  /**
   * Sets the cells that a fix gives in one column, in row order; no cells undo the fix. Returns the
   * rows whose duplicate status may have changed.
   */
  setFix(fix: string, columnIndex: number, cells: Iterable<readonly [row: number, text: string]>) {
    const before = this.#ofFixes.get(fix);
    const list = new KeyList();
    const kind = keyKindOfColumn[columnIndex]!;
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

  /** Finds the rows that duplicate an earlier row, once all rows of the file were added. */
  find(): void {
    const list = this.#ofFile;
    const filter = (this.#fileHashes = new HashFilter(list));
    const highs = list.highs();
    const first = new Map<number, number>();
    for (let at = 0; at < list.length; at += 1) {
      if (!filter.mayRepeat(highs[at]!)) continue;
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
   * Edits cells of key columns; `undefined` as the text reverts an edit. Returns the rows whose
   * duplicate status may have changed.
   */
  edit(cells: Iterable<readonly [row: number, columnIndex: number, text: string | undefined]>) {
    const rows = new Set<number>();
    const hashes = new Set<number>();
    for (const [row, columnIndex, text] of cells) {
      const kind = keyKindOfColumn[columnIndex]!;
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

  /**
   * Finds the first row of each hash, then the duplicates among all rows with these hashes and the
   * rows already touched. Returns all these rows.
   */
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

  /**
   * Records that a row duplicates the first row with the key, unless it is that row. If several
   * keys match, the lowest kind counts.
   */
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
      for (const at of findIndexes(this.#possible(hashes, list), list)) {
        const row = list.row(at);
        if (!this.#edited.get(row)?.has(list.kind(at)))
          visit(row, { hash: list.hash(at), check: list.check(at) });
      }
    }
    for (const [row, own] of this.#edited)
      for (const key of own.values()) if (key !== null && hashes.has(key.hash)) visit(row, key);
  }

  /** Returns the hashes that keys of a list may have. */
  #possible(hashes: ReadonlySet<number>, list: KeyList): ReadonlySet<number> {
    const filter = list === this.#ofFile ? this.#fileHashes : null;
    return filter === null ? hashes : new Set([...hashes].filter((hash) => filter.mayHave(hash)));
  }

  /** Returns the current keys of a row by kind. */
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
