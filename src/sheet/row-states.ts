import type { SheetRow } from './sheet.ts';

/** What is known of a row beside its faults, one bit each. */
export const rowFlags = {
  /** Nothing stood in it when the file was read. */
  bornBlank: 1,
  blank: 2,
  submitted: 4,
  leftOut: 8,
  /** It has more cells than the header: nothing is said of any of them, and no edit or mend makes it right. */
  extraCells: 16,
  /** It was sent and the answer was lost: it is looked for, not sent again. */
  unknown: 32,
} as const;

const states = [
  'ready',
  'faulty',
  'left-out',
  'blank',
  'submitted',
  'unknown',
] as const satisfies SheetRow['state'][];
const ready = 0;
const faulty = 1;
const leftOut = 2;
const blank = 3;
const submitted = 4;
const unknown = 5;

/** Two bytes a row: its flags and how many of its cells are wrong now. Rows count from 0. */
export class RowStates {
  length = 0;
  readonly #totals = states.map(() => 0);
  #flags = new Uint8Array(4096);
  #faults = new Uint8Array(4096);

  /** Adds the next row. */
  add(flags: number, faults: number): void {
    if (this.length === this.#flags.length) {
      this.#flags = doubled(this.#flags);
      this.#faults = doubled(this.#faults);
    }
    this.#flags[this.length] = flags;
    this.#faults[this.length] = faults;
    this.#totals[stateOf(flags, faults)]! += 1;
    this.length += 1;
  }

  has(row: number, flag: number): boolean {
    return (this.#flags[row]! & flag) !== 0;
  }

  set(row: number, flag: number, isSet: boolean): void {
    const flags = this.#flags[row]!;
    this.#change(row, isSet ? flags | flag : flags & ~flag, this.#faults[row]!);
  }

  /** Adds to the number of cells that are wrong. */
  addFaults(row: number, faults: number): void {
    this.#change(row, this.#flags[row]!, this.#faults[row]! + faults);
  }

  state(row: number): SheetRow['state'] {
    return states[stateOf(this.#flags[row]!, this.#faults[row]!)]!;
  }

  total(state: SheetRow['state']): number {
    return this.#totals[states.indexOf(state)]!;
  }

  /** The rows in a state, in order. */
  rowsIn(state: SheetRow['state']): Uint32Array {
    const rows = new Uint32Array(this.total(state));
    let found = 0;
    const wanted = states.indexOf(state);
    for (let row = 0; row < this.length; row += 1)
      if (stateOf(this.#flags[row]!, this.#faults[row]!) === wanted) rows[found++] = row;
    return rows;
  }

  #change(row: number, flags: number, faults: number): void {
    this.#totals[stateOf(this.#flags[row]!, this.#faults[row]!)]! -= 1;
    this.#totals[stateOf(flags, faults)]! += 1;
    this.#flags[row] = flags;
    this.#faults[row] = faults;
  }
}

function stateOf(flags: number, faults: number): number {
  if ((flags & rowFlags.submitted) !== 0) return submitted;
  if ((flags & rowFlags.unknown) !== 0) return unknown;
  if ((flags & rowFlags.blank) !== 0) return blank;
  if ((flags & rowFlags.leftOut) !== 0) return leftOut;
  return faults > 0 ? faulty : ready;
}

function doubled(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(array.length * 2);
  grown.set(array);
  return grown;
}
