import { firstRowNumber } from '#src/bulk-upload/reader/row-index.ts';

import { rowFlags } from './row-states.ts';
import type { SheetRow } from './sheet.ts';
import { extraCellsIndex, type ValidatedRows } from './validated-rows.ts';

/**
 * Returns a row's cells as they would be submitted: the file's cells, overridden by the applied
 * fixes and then by the edits. Extra cells are kept.
 */
export function cellsNow(
  validated: ValidatedRows,
  row: number,
  ofFile: readonly string[],
): string[] {
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
export function currentErrors(
  validated: ValidatedRows,
  row: number,
  cells: readonly string[],
): Record<number, string> {
  const { errors, issues, validator } = validated;
  const found: Record<number, string> = {};
  if (validated.states.has(row, rowFlags.blank)) return found;
  const sentenceOf = (columnIndex: number, otherwise: string) =>
    validator.findIssue(columnIndex, cells[columnIndex] ?? '')?.sentence ?? otherwise;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
    if (!validated.isOpen(at)) continue;
    const { sentence } = issues.at(errors.issue(at));
    const columnIndex = errors.columnIndex(at);
    found[columnIndex] =
      columnIndex === extraCellsIndex ? sentence : sentenceOf(columnIndex, sentence);
  }
  for (const { columnIndex, issue } of validated.editErrors.get(row) ?? [])
    found[columnIndex] = sentenceOf(columnIndex, issues.at(issue).sentence);
  return found;
}
