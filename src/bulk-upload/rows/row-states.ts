import type { SheetRow, SheetSummary } from './sheet.ts';

/** The facts about a row besides its errors, one bit each. */
export const rowFlags = {
  /** All cells were empty when the file was read. */
  initiallyEmpty: 1,
  blank: 2,
  submitted: 4,
  leftOut: 8,
  /**
   * The row has more cells than the header. None of its cells is validated, and no edit or fix
   * makes the row valid.
   */
  extraCells: 16,
  /**
   * The row was sent, but the response was lost: the service reconciles the row and never resends
   * it.
   */
  unknown: 32,
  repeatsRow: 64,
  repeatsLead: 128,
} as const;

const states = [
  'ready',
  'invalid',
  'left-out',
  'blank',
  'submitted',
  'unknown',
] as const satisfies SheetRow['state'][];
const ready = 0;
const invalid = 1;
const leftOut = 2;
const blank = 3;
const submitted = 4;
const unknown = 5;

/** Two bytes of each of some consecutive rows, as one worker sends them to another. */
export interface RowStateBytes {
  readonly flags: Uint8Array;
  readonly errors: Uint8Array;
}

/** Two bytes per row: its flags and its number of invalid cells. Rows count from 0. */
export class RowStates {
  length = 0;
  readonly #totals = states.map(() => 0);
  readonly #readyDuplicates = { leads: 0, rows: 0 };
  #flags = new Uint8Array(4096);
  #errors = new Uint8Array(4096);

  /** Adds the next row. */
  add(flags: number, errors: number): void {
    if (this.length === this.#flags.length) {
      this.#flags = doubled(this.#flags);
      this.#errors = doubled(this.#errors);
    }
    this.#flags[this.length] = flags;
    this.#errors[this.length] = errors;
    this.#count(flags, errors, 1);
    this.length += 1;
  }

  /** Returns a copy of the flags and errors of all rows, for `append`. */
  all(): RowStateBytes {
    return {
      flags: this.#flags.slice(0, this.length),
      errors: this.#errors.slice(0, this.length),
    };
  }

  /** Adds later rows. */
  append({ flags, errors }: RowStateBytes): void {
    for (let at = 0; at < errors.length; at += 1) this.add(flags[at]!, errors[at]!);
  }

  has(row: number, flag: number): boolean {
    return (this.#flags[row]! & flag) !== 0;
  }

  set(row: number, flag: number, isSet: boolean): void {
    const flags = this.#flags[row]!;
    this.#change(row, isSet ? flags | flag : flags & ~flag, this.#errors[row]!);
  }

  /** Adds to the row's number of invalid cells. */
  addErrors(row: number, errors: number): void {
    this.#change(row, this.#flags[row]!, this.#errors[row]! + errors);
  }

  state(row: number): SheetRow['state'] {
    return states[toState(this.#flags[row]!, this.#errors[row]!)]!;
  }

  total(state: SheetRow['state']): number {
    return this.#totals[states.indexOf(state)]!;
  }

  /** The ready rows that match a lead, and the others that repeat an earlier row. */
  get readyDuplicates(): SheetSummary['readyDuplicates'] {
    return { ...this.#readyDuplicates };
  }

  /** Returns the rows in a state, in order. */
  rowsIn(state: SheetRow['state']): Uint32Array {
    const rows = new Uint32Array(this.total(state));
    let found = 0;
    const target = states.indexOf(state);
    for (let row = 0; row < this.length; row += 1)
      if (toState(this.#flags[row]!, this.#errors[row]!) === target) rows[found++] = row;
    return rows;
  }

  #change(row: number, flags: number, errors: number): void {
    this.#count(this.#flags[row]!, this.#errors[row]!, -1);
    this.#count(flags, errors, 1);
    this.#flags[row] = flags;
    this.#errors[row] = errors;
  }

  /** Counts a row with these flags and errors, or with -1 no longer. */
  #count(flags: number, errors: number, by: 1 | -1): void {
    const state = toState(flags, errors);
    this.#totals[state]! += by;
    if (state !== ready) return;
    if ((flags & rowFlags.repeatsLead) !== 0) this.#readyDuplicates.leads += by;
    else if ((flags & rowFlags.repeatsRow) !== 0) this.#readyDuplicates.rows += by;
  }
}

function toState(flags: number, errors: number): number {
  if ((flags & rowFlags.submitted) !== 0) return submitted;
  if ((flags & rowFlags.unknown) !== 0) return unknown;
  if ((flags & rowFlags.blank) !== 0) return blank;
  if ((flags & rowFlags.leftOut) !== 0) return leftOut;
  return errors > 0 ? invalid : ready;
}

function doubled(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(array.length * 2);
  grown.set(array);
  return grown;
}
