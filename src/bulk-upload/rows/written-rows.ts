import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import type { FixedCells } from '#src/bulk-upload/fixes/fixes.ts';
import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import { requiredColumns } from '#src/bulk-upload/fixes/row-issues.ts';
import { isPhoneIssue, type PhoneIssueKind } from '#src/lib/values/contact-texts.ts';

import { rowFlags } from './row-states.ts';
import { type FileRows, cellsNow } from './row-view.ts';
import type { CellChange } from './sheet-history.ts';
import type { ValidatedRows } from './validated-rows.ts';

/**
 * Returns changes with the phones that were typed without a country as the answers given for the
 * file's phones read them: a cell that a person corrected gets its number as the others did.
 */
export async function withResolutions(
  validated: ValidatedRows,
  rows: FileRows,
  changes: readonly CellChange[],
): Promise<readonly CellChange[]> {
  if (!validated.fixes.hasAnsweredPhones) return changes;
  const kinds = new Map<CellChange, PhoneIssueKind>();
  for (const change of changes) {
    const kind = findPhoneKind(validated, change);
    if (kind !== undefined) kinds.set(change, kind);
  }
  const byRow = Map.groupBy(changes, ({ row }) => row);
  const ofFile = await rows.cells(new Set([...kinds.keys()].map(({ row }) => row)));
  return changes.map((change) => {
    const kind = kinds.get(change);
    if (kind === undefined) return change;
    const cells = cellsNow(validated, change.row, ofFile.get(change.row) ?? []);
    for (const { columnIndex, after } of byRow.get(change.row) ?? [])
      if (after !== undefined) cells[columnIndex] = after;
    const after = validated.fixes.answeredPhone(kind, change.columnIndex, cells);
    return after === undefined ? change : { ...change, after };
  });
}

function findPhoneKind(
  { states, validator }: ValidatedRows,
  { row, columnIndex, after }: CellChange,
): PhoneIssueKind | undefined {
  if (after === undefined || states.has(row, rowFlags.extraCells)) return undefined;
  const kind = validator.findIssue(columnIndex, after)?.kind;
  return kind !== undefined && isPhoneIssue(kind) ? kind : undefined;
}

/** Returns whether cells of a row were edited, and none of its cells has an issue any more. */
export function isCorrectedRow(validated: ValidatedRows, row: number): boolean {
  const { edits, editErrors, errors } = validated;
  if (!edits.has(row) || editErrors.has(row)) return false;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1)
    if (validated.isOpen(at)) return false;
  return true;
}

/** Cells about to be written, by column index; undefined reverts an edit. */
type Cells = ReadonlyMap<number, string | undefined>;
const unchanged: Cells = new Map();

/**
 * Returns which of the rows about to be written will be blank. Reads only the candidates from the
 * file.
 */
export async function findBlankRows(
  validated: ValidatedRows,
  rows: FileRows,
  byRow: ReadonlyMap<number, Cells>,
): Promise<ReadonlySet<number>> {
  const suspects = [...byRow].flatMap(([row, cells]) =>
    mayBeBlank(validated, row, cells) ? [row] : [],
  );
  const ofFile = await rows.cells(suspects);
  const isBlank = (row: number) =>
    ofFile
      .get(row)
      ?.every(
        (text, columnIndex) =>
          (edited(validated, row, columnIndex, byRow.get(row) ?? unchanged) ?? text).trim() === '',
      );
  return new Set(suspects.filter(isBlank));
}

/**
 * Returns whether writing these cells might leave the row blank: all required cells end up empty.
 */
function mayBeBlank(validated: ValidatedRows, row: number, cells: Cells): boolean {
  if (validated.states.has(row, rowFlags.initiallyEmpty)) return false;
  const missing = new Set<number>();
  const { errors, issues } = validated;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
    const { kind } = issues.at(errors.issue(at));
    if (kind === 'missing' || kind === 'full-name') missing.add(errors.columnIndex(at));
    // The errors of a row with extra cells don't tell which of its cells are empty.
    if (kind === 'extra-cells') return true;
  }
  return requiredColumns.every((columnIndex) => {
    const text = edited(validated, row, columnIndex, cells);
    return text === undefined ? missing.has(columnIndex) : text.trim() === '';
  });
}

/** Returns the text that overrides the file's after the write; undefined if none does. */
function edited(validated: ValidatedRows, row: number, columnIndex: number, cells: Cells) {
  return cells.has(columnIndex)
    ? cells.get(columnIndex)
    : validated.edits.get(row)?.get(columnIndex);
}

/** The cells of rows that were sent, by the index of their error. */
type SentCells = ReadonlyMap<number, FixedCells>;

/** Returns whether a row was sent, so that its cells stay as they were sent. */
export function isSentRow({ states }: ValidatedRows, row: number): boolean {
  return states.has(row, rowFlags.submitted) || states.has(row, rowFlags.unknown);
}

/**
 * Returns the cells of sent rows as they were sent, as far as fixes of these issues can change
 * them.
 * @throws Error with a message for the user if there are too many to store
 */
export function sentCells(validated: ValidatedRows, issues: readonly IssueCells[]): SentCells {
  const { states, errors, issues: table, edits } = validated;
  const found = new Map<number, FixedCells>();
  if (states.total('submitted') + states.total('unknown') === 0) return found;
  const numbers = new Set<number>();
  for (const issue of issues)
    for (let one: IssueCells | null = issue; one; one = one.rest) numbers.add(table.number(one));
  for (let at = 0; at < errors.length; at += 1)
    if (numbers.has(errors.issue(at)) && isSentRow(validated, errors.row(at)))
      found.set(at, listFixedCells(validated, at));
  if (found.size + edits.size > uploadLimits.edits) throw new Error(tooMany);
  return found;
}

const tooMany =
  'Too many rows that were submitted have this fix, so it can’t be changed for the other rows. Correct the other rows in the grid.';

/**
 * Returns the cells that an error’s fix writes or, of a row that was sent as it was, the cell.
 */
function listFixedCells({ errors, issues, fixes }: ValidatedRows, at: number): FixedCells {
  const { chosen, isWarning } = issues.at(errors.issue(at));
  if (errors.isFixed(at)) return fixes.fixedCells(at, chosen ?? 0) ?? [];
  return isWarning ? [[errors.columnIndex(at), errors.text(at)]] : [];
}

/** Returns the edits that keep sent cells as they were sent, once other fixes are applied. */
export function changesOfSent(validated: ValidatedRows, sent: SentCells): CellChange[] {
  return [...sent].flatMap(([at, cells]) => {
    const row = validated.errors.row(at);
    const now = new Map(listFixedCells(validated, at));
    return cells
      .filter(([columnIndex, text]) => {
        return now.get(columnIndex) !== text && !validated.isEdited(row, columnIndex);
      })
      .map(([columnIndex, text]) => ({ row, columnIndex, before: undefined, after: text }));
  });
}
