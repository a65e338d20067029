import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import { type RowSlice, firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import type { ReadFile } from '#src/bulk-upload/reader/row-reader.ts';

import { rowFlags } from './row-states.ts';
import type { SheetRow, RowFilter } from './sheet.ts';
import { extraCellsIndex, type ValidatedRows } from './validated-rows.ts';

/** Max parsed slices in the cache: the rows in a grid's viewport lie in one or two slices. */
const maxSlices = 4;

/**
 * Reads single rows of the file again, a slice at a time, and caches the latest slices. Rows count
 * from 0.
 */
export class FileRows {
  readonly #file: ReadFile;
  readonly #slices = new Map<number, Promise<RowSlice>>();

  constructor(file: ReadFile) {
    this.#file = file;
  }

  /**
   * Returns the cells of some rows, in the template's column order.
   * @throws Error with a message for the user when the file has changed.
   */
  async cells(rows: Iterable<number>): Promise<Map<number, readonly string[]>> {
    const found = new Map<number, readonly string[]>();
    for (const row of rows) {
      const slice = this.#file.sliceOf(row + firstRowNumber);
      if (slice === null) continue;
      const { firstRow, rows: cells } = await this.#slice(slice);
      const own = cells[row + firstRowNumber - firstRow];
      if (own !== undefined) found.set(row, own);
    }
    return found;
  }

  #slice(slice: number): Promise<RowSlice> {
    const parsed = this.#slices.get(slice) ?? this.#file.rowsAt(slice);
    // Re-inserting makes this slice the most recently used, so the first key is the one to evict.
    this.#slices.delete(slice);
    this.#slices.set(slice, parsed);
    parsed.catch(() => this.#slices.delete(slice));
    const [oldest] = this.#slices.keys();
    if (this.#slices.size > maxSlices && oldest !== undefined) this.#slices.delete(oldest);
    return parsed;
  }
}

/**
 * Returns a row's cells as they would be submitted: the file's cells, overridden by the applied
 * fixes and then by the edits. Extra cells are kept.
 */
export function cellsNow(validated: ValidatedRows, row: number, ofFile: readonly string[]) {
  const cells = [...ofFile];
  const { errors, issues } = validated;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
    if (!errors.isFixed(at)) continue;
    const { chosen } = issues.at(errors.issue(at));
    const fixed = chosen === null ? undefined : validated.fixes.fixedCells(at, chosen);
    for (const [columnIndex, text] of fixed ?? []) cells[columnIndex] = text;
  }
  for (const [columnIndex, text] of validated.edits.get(row) ?? []) cells[columnIndex] = text;
  return cells;
}

/**
 * Returns a row as the grid shows it, with the template's columns. The error about extra cells is
 * shown at the first column, where it is visible.
 */
export function rowView(
  validated: ValidatedRows,
  row: number,
  ofFile: readonly string[],
): SheetRow {
  const cells = cellsNow(validated, row, ofFile);
  const changed: Record<number, string> = {};
  for (const [columnIndex, text] of ofFile.entries())
    if (text !== cells[columnIndex]) changed[columnIndex] = text;
  const { [extraCellsIndex]: beyond, ...errors } = currentErrors(validated, row, cells);
  return {
    row: row + firstRowNumber,
    cells: cells.slice(0, extraCellsIndex),
    errors: beyond === undefined ? errors : { 0: beyond },
    changed,
    state: validated.states.state(row),
  };
}

/**
 * Returns the current errors of a row: a message by column index. The error about extra cells has
 * the index after the last column.
 */
export function currentErrors(validated: ValidatedRows, row: number, cells: readonly string[]) {
  const { errors, issues, validator } = validated;
  const found: Record<number, string> = {};
  if (validated.states.has(row, rowFlags.blank)) return found;
  const findSentence = (columnIndex: number, otherwise: string) =>
    validator.findIssue(columnIndex, cells[columnIndex] ?? '')?.sentence ?? otherwise;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
    if (!validated.isOpen(at)) continue;
    const { sentence } = issues.at(errors.issue(at));
    const columnIndex = errors.columnIndex(at);
    found[columnIndex] =
      columnIndex === extraCellsIndex ? sentence : findSentence(columnIndex, sentence);
  }
  for (const { columnIndex, issue } of validated.editErrors.get(row) ?? [])
    found[columnIndex] = findSentence(columnIndex, issues.at(issue).sentence);
  return found;
}

/**
 * Returns the rows that match a filter, in order, counted from 0. `LeftOutRows` finds the
 * duplicates.
 */
export function filteredRows(
  validated: ValidatedRows,
  filter: Exclude<RowFilter, { kind: 'all' | 'duplicates' }>,
): Uint32Array {
  if (filter.kind === 'invalid') return validated.states.rowsIn('invalid');
  const issue = validated.issues.find(filter.issue);
  return issue === undefined ? new Uint32Array() : rowsWith(validated, issue, !filter.isOpen);
}

/**
 * Returns the rows with a cell of an issue. `includesFixed` adds cells that a fix
 * has made valid.
 */
function rowsWith(validated: ValidatedRows, issue: IssueCells, includesFixed: boolean) {
  const { errors, editErrors } = validated;
  const sought = validated.issues.list.map((one) => one === issue);
  const rows = new Uint32Array(errors.length + editErrors.size);
  let found = 0;
  for (let at = 0; at < errors.length; at += 1) {
    if (!sought[errors.issue(at)]) continue;
    const row = errors.row(at);
    if (includesFixed ? validated.isEdited(row, errors.columnIndex(at)) : !validated.isOpen(at))
      continue;
    if (found === 0 || rows[found - 1] !== row) rows[found++] = row;
  }
  const ofFile = found;
  for (const [row, own] of editErrors)
    if (own.some((one) => sought[one.issue])) rows[found++] = row;
  if (found === ofFile) return rows.slice(0, found);
  return rows
    .subarray(0, found)
    .toSorted()
    .filter((row, at, all) => at === 0 || all[at - 1] !== row);
}
