import {
  type LeaveOutReason,
  noChoices,
  type UploadChoices,
  uploadLimits,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { duplicateKeyNames, duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import type { DuplicateRows } from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';

import { rowFlags, type RowStates } from './row-states.ts';
import { cellsNow, currentErrors, type FileRows } from './row-view.ts';
import type { DuplicateGroup, RowBatch, Sheet } from './sheet.ts';
import { extraCellsIndex, type ValidatedRows } from './validated-rows.ts';

/** The lead that a row repeats. */
export interface RepeatedLead {
  readonly leadId: string;
  readonly client: string;
  readonly key: string;
}

/**
 * Which rows are left out, and why. The user's choice for a single row takes precedence over the
 * choices for all duplicates. Rows count from 0.
 */
export class LeftOutRows {
  /** By row. */
  readonly #leads = new Map<number, RepeatedLead>();
  readonly #states: RowStates;
  readonly #duplicates: DuplicateRows;
  readonly #isCorrected: (row: number) => boolean;
  #chosen: UploadChoices['leaveOut'] = noChoices.leaveOut;
  #single = new Map<number, boolean>();

  /** `isCorrected`: whether a person edited a row, and no cell of it has an issue any more. */
  constructor(states: RowStates, duplicates: DuplicateRows, isCorrected: (row: number) => boolean) {
    this.#states = states;
    this.#isCorrected = isCorrected;
    this.#duplicates = duplicates;
    this.reconcile(duplicates.rows());
  }

  get leads(): number {
    return this.#leads.size;
  }

  choose(leaveOut: UploadChoices['leaveOut']): void {
    const before = this.#single.keys();
    this.#chosen = leaveOut;
    this.#single = new Map(
      leaveOut.rows.map(({ row, leaveOut: isOut }) => [row - firstRowNumber, isOut]),
    );
    this.reconcile([
      ...before,
      ...this.#single.keys(),
      ...this.#duplicates.rows(),
      ...this.#leads.keys(),
    ]);
  }

  /** Replaces the leads found by an earlier search. */
  setLeads(leads: Iterable<readonly [row: number, lead: RepeatedLead]>): void {
    const before = [...this.#leads.keys()];
    this.#leads.clear();
    for (const [row, lead] of leads) this.#leads.set(row, lead);
    this.reconcile([...before, ...this.#leads.keys()]);
  }

  /**
   * Decides again what these rows repeat and whether they are left out, after their cells, their
   * duplicates or the choices changed.
   */
  reconcile(rows: Iterable<number>): void {
    for (const row of rows) {
      if (row < 0 || row >= this.#states.length) continue;
      const repeatsRow = this.#duplicates.repeated(row) !== undefined;
      const repeatsLead = this.#leads.has(row);
      this.#states.set(row, rowFlags.repeatsRow, repeatsRow);
      this.#states.set(row, rowFlags.repeatsLead, repeatsLead);
      this.#states.set(row, rowFlags.leftOut, this.#isLeftOut(row, repeatsRow, repeatsLead));
    }
  }

  #isLeftOut(row: number, repeatsRow: boolean, repeatsLead: boolean): boolean {
    const single = this.#single.get(row);
    // A row left out because of an error comes back once the error is corrected.
    if (single !== undefined)
      return single && (repeatsRow || repeatsLead || !this.#isCorrected(row));
    const { duplicateRows, duplicateLeads } = this.#chosen;
    return (duplicateRows && repeatsRow) || (duplicateLeads && repeatsLead);
  }

  /** Returns why a row is left out, and the row number or the lead id that it repeats. */
  reason(row: number): { reason: LeaveOutReason; of: string | null } {
    const repeated = this.#duplicates.repeated(row);
    if (repeated) return { reason: 'duplicate-row', of: String(repeated.of + firstRowNumber) };
    const lead = this.#leads.get(row);
    return lead ? { reason: 'duplicate-lead', of: lead.leadId } : { reason: 'person', of: null };
  }

  /** Returns the rows that repeat an earlier row, or a lead, in order. */
  rows(of: 'rows' | 'leads'): Uint32Array {
    return of === 'rows'
      ? this.#duplicates.rows()
      : Uint32Array.from(this.#leads.keys()).toSorted();
  }

  /** Returns a page of the duplicates. */
  groups(of: 'rows' | 'leads', first: number, count: number): DuplicateGroup[] {
    return [...this.rows(of).subarray(first, first + count)].flatMap((row) => {
      const repeats = of === 'rows' ? this.#repeatedRow(row) : this.#repeatedLead(row);
      const isLeftOut = this.#states.has(row, rowFlags.leftOut);
      return repeats ? [{ row: row + firstRowNumber, isLeftOut, ...repeats }] : [];
    });
  }

  #repeatedRow(row: number) {
    const repeated = this.#duplicates.repeated(row);
    if (!repeated) return undefined;
    const shared = describeShared(duplicateKeyNames[repeated.kind]);
    return { of: { row: repeated.of + firstRowNumber }, shared };
  }

  #repeatedLead(row: number) {
    const lead = this.#leads.get(row);
    if (!lead) return undefined;
    const { leadId, client, key } = lead;
    return { of: { leadId, client }, shared: describeShared(key.slice(0, key.indexOf(':'))) };
  }
}

/** Returns the words for what two duplicates share. */
function describeShared(kind: string | undefined): string {
  if (kind === 'phone' || kind === 'email') return kind;
  return kind === 'reference' || kind === 'partnerLeadReferenceId'
    ? 'reference'
    : 'business number';
}

/** Max characters of a batch, approximately: each batch is one request. */
const maxCharacters = 1_000_000;

/** Blank rows in a run of at least this many are sent as a run: a file can have a million. */
const minBlankRun = 10;

/**
 * Returns the next rows that are neither submitted nor unknown, from row number `fromRow` on: at
 * most `maxRows` rows and about `maxCharacters` characters.
 */
export async function nextBatch(
  validated: ValidatedRows,
  rows: FileRows,
  leftOut: LeftOutRows,
  { fromRow, maxRows }: { readonly fromRow: number; readonly maxRows: number },
): Promise<RowBatch> {
  const batch: Omit<RowBatch, 'next'> = { rows: [], leftOut: [], blank: [] };
  let characters = 0;
  let row = Math.max(0, fromRow - firstRowNumber);
  for (; row < validated.length; row += 1) {
    if (batch.rows.length + batch.leftOut.length + batch.blank.length === maxRows) break;
    const state = validated.states.state(row);
    if (state === 'submitted' || state === 'unknown') continue;
    const number = row + firstRowNumber;
    if (state === 'left-out') {
      batch.leftOut.push({ row: number, ...leftOut.reason(row) });
      continue;
    }
    const blankRows = state === 'blank' ? blankRowsFrom(validated, row) : 0;
    if (blankRows >= minBlankRun) {
      batch.blank.push([number, number + blankRows - 1]);
      row += blankRows - 1;
      continue;
    }
    const cells =
      state === 'blank'
        ? []
        : sentCells(cellsNow(validated, row, (await rows.cells([row])).get(row) ?? []));
    const length = cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (characters > 0 && characters + length > maxCharacters) break;
    characters += length;
    batch.rows.push([number, ...cells]);
  }
  return { ...batch, next: row < validated.length ? row + firstRowNumber : null };
}

/** Returns the number of consecutive blank rows from a row on. */
function blankRowsFrom({ states }: ValidatedRows, row: number): number {
  let end = row;
  while (end < states.length && states.state(end) === 'blank') end += 1;
  return end - row;
}

/**
 * Returns a row's cells, cut to the limits of an upload, without trailing empty ones. A row with
 * extra cells retains the empty ones, because the number of cells is its error.
 */
function sentCells(cells: string[]): string[] {
  const { cellsInRow, cellCharacters, charactersBeyond } = uploadLimits;
  if (cells.length <= extraCellsIndex) while (cells.at(-1) === '') cells.pop();
  return cells
    .slice(0, cellsInRow)
    .map((cell, columnIndex) =>
      cell.slice(0, columnIndex < extraCellsIndex ? cellCharacters : charactersBeyond),
    );
}

/**
 * Returns the duplicate keys of rows that may become leads, from row number `fromRow` on: at most
 * `maxKeys` keys, but all keys of the first row. Invalid cells have no key.
 */
export async function rowKeys(
  validated: ValidatedRows,
  rows: FileRows,
  fromRow: number,
  maxKeys: number,
): ReturnType<Sheet['duplicateKeys']> {
  const keys: [number, string][] = [];
  for (let row = Math.max(0, fromRow - firstRowNumber); row < validated.length; row += 1) {
    const state = validated.states.state(row);
    if (state === 'submitted' || state === 'unknown' || state === 'blank') continue;
    if (validated.states.has(row, rowFlags.extraCells)) continue;
    const ofFile = (await rows.cells([row])).get(row) ?? [];
    const cells = cellsNow(validated, row, ofFile);
    const wrong = currentErrors(validated, row, cells);
    const keysOfRow = duplicateKeys((name) => {
      const columnIndex = templateColumnIndex(name);
      return columnIndex in wrong ? '' : (cells[columnIndex] ?? '');
    });
    if (keys.length > 0 && keys.length + keysOfRow.length > maxKeys)
      return { keys, next: row + firstRowNumber };
    for (const key of keysOfRow) keys.push([row + firstRowNumber, key]);
  }
  return { keys, next: null };
}
