import { growingBytes } from '#src/lib/growing-array.ts';

import type { SheetRow, SheetSummary } from './sheet.ts';

/** The flags of a row, one bit each, without its errors. */
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

/** Two bytes per row: its flags and its number of invalid cells. Rows count from 0. */
export class RowStates {
  length = 0;
  readonly #totals: Record<SheetRow['state'], number> = {
    ready: 0,
    invalid: 0,
    'left-out': 0,
    blank: 0,
    submitted: 0,
    unknown: 0,
  };
  readonly #readyDuplicates = { leads: 0, rows: 0 };
  readonly #flags = growingBytes();
  readonly #errors = growingBytes();

  /** Adds the next row. */
  add(flags: number, errors: number): void {
    this.#flags.set(this.length, flags);
    this.#errors.set(this.length, errors);
    this.#count(flags, errors, 1);
    this.length += 1;
  }

  has(row: number, flag: number): boolean {
    return (this.#flags.array[row]! & flag) !== 0;
  }

  set(row: number, flag: number, isSet: boolean): void {
    const flags = this.#flags.array[row]!;
    this.#change(row, isSet ? flags | flag : flags & ~flag, this.#errors.array[row]!);
  }

  /** Adds to the row's number of invalid cells. */
  addErrors(row: number, errors: number): void {
    this.#change(row, this.#flags.array[row]!, this.#errors.array[row]! + errors);
  }

  state(row: number): SheetRow['state'] {
    return toState(this.#flags.array[row]!, this.#errors.array[row]!);
  }

  total(state: SheetRow['state']): number {
    return this.#totals[state];
  }

  /** The ready rows that match a lead, and the others that repeat an earlier row. */
  get readyDuplicates(): SheetSummary['readyDuplicates'] {
    return { ...this.#readyDuplicates };
  }

  /** Returns the rows in a state, in order. */
  rowsIn(state: SheetRow['state']): Uint32Array {
    const rows = new Uint32Array(this.total(state));
    let found = 0;
    for (let row = 0; row < this.length; row += 1)
      if (this.state(row) === state) rows[found++] = row;
    return rows;
  }

  #change(row: number, flags: number, errors: number): void {
    this.#count(this.#flags.array[row]!, this.#errors.array[row]!, -1);
    this.#count(flags, errors, 1);
    this.#flags.array[row] = flags;
    this.#errors.array[row] = errors;
  }

  /** Counts a row with these flags and errors, or with -1 no longer. */
  #count(flags: number, errors: number, by: 1 | -1): void {
    const state = toState(flags, errors);
    this.#totals[state] += by;
    if (state !== 'ready') return;
    if ((flags & rowFlags.repeatsLead) !== 0) this.#readyDuplicates.leads += by;
    else if ((flags & rowFlags.repeatsRow) !== 0) this.#readyDuplicates.rows += by;
  }
}

function toState(flags: number, errors: number): SheetRow['state'] {
  if ((flags & rowFlags.submitted) !== 0) return 'submitted';
  if ((flags & rowFlags.unknown) !== 0) return 'unknown';
  if ((flags & rowFlags.blank) !== 0) return 'blank';
  if ((flags & rowFlags.leftOut) !== 0) return 'left-out';
  return errors > 0 ? 'invalid' : 'ready';
}
