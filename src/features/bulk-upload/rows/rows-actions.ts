import { templateColumnIndex, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { errorMessage } from '#src/bulk-upload/job/autosave.ts';
import type { Changed, RowFilter, Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import type { CellPosition } from '#src/ui/grid/data-grid-model.ts';

import { columnLabel } from './rows-columns.ts';
import { firstError, nextError, findRowIndex } from './rows-search.ts';
import type { RowsWindow } from './rows-window.ts';
import type { ShownRow } from './shown-rows.ts';

/** Maximum length of a cell's text that the service stores. */
const maxCharacters = 20_000;

interface RowsContext {
  sheet: Sheet;
  filter: RowFilter;
  rows: RowsWindow;
  /** The template's columns that are shown: their indexes in order. Positions count these. */
  columnIndexes: readonly number[];
  active: CellPosition;
  /** Called with a sentence that says why something cannot be done. */
  onReject: (sentence: string) => void;
  /** Called with the new active cell. */
  onActive: (position: CellPosition) => void;
  onChanged: (changed: Changed) => void;
}

type Cells = readonly (readonly string[])[];

/**
 * Returns the actions on the rows shown. No action throws: errors are reported as a sentence to
 * `onReject`.
 */
export function rowActions(context: RowsContext) {
  const guarded =
    <Args extends unknown[]>(action: (context: RowsContext, ...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      try {
        await action(context, ...args);
      } catch (error) {
        context.onReject(errorMessage(error));
      }
    };
  return {
    write: guarded(write),
    undo: guarded((all) => step(all, all.sheet.undo(), 'Undone')),
    redo: guarded((all) => step(all, all.sheet.redo(), 'Redone')),
    goToRow: guarded(goToRow),
    goToError: guarded(goToError),
    goToFirst: guarded(goToFirst),
  };
}

/** Writes a block of cells, starting at its upper left position. */
async function write(context: RowsContext, at: CellPosition, cells: Cells): Promise<void> {
  const { sheet, rows, columnIndexes, onChanged, onReject } = context;
  const before = await rows.load(at.row, cells.length);
  const locked = before.find(({ tone }) => tone === 'locked');
  if (locked !== undefined) {
    return onReject(`Row ${locked.header} is already a lead and can’t be changed here.`);
  }
  if (cells.flat().some((text) => text.length > maxCharacters)) {
    return onReject(`A cell can have at most ${count(maxCharacters)} characters.`);
  }
  const listTexts = (index: number) =>
    new Map((cells[index] ?? []).map((text, n) => [columnIndexes[at.column + n] ?? -1, text]));
  const edits = before.flatMap((row, index) => changes(row, listTexts(index)));
  if (edits.length === 0) return;
  rows.write(before.map((row, index) => written(row, listTexts(index))));
  const changed = await sheet.edit(edits);
  // Requested before rendering, so that the worker reads meanwhile.
  const refreshed = rows.refreshWritten(at.row, before.length);
  onChanged(changed);
  const after = await refreshed;
  announce(outcome(edits, after, changed));
}

/** The texts to write into a row, by column index. */
type Texts = ReadonlyMap<number, string>;

function changes(row: ShownRow, texts: Texts) {
  return [...texts].flatMap(([columnIndex, text]) => {
    const column = templateColumns[columnIndex];
    if (column === undefined || text === (row.cells[columnIndex] ?? '')) return [];
    return [{ row: row.row, column: column.name, text }];
  });
}

/** Returns the row with the new texts, as shown until the row is validated. */
function written(row: ShownRow, texts: Texts): ShownRow {
  const cells = templateColumns.map((_, index) => texts.get(index) ?? row.cells[index] ?? '');
  return { ...row, cells };
}

/** Returns the announcement for screen readers after cells were written. */
function outcome(
  edits: readonly { row: number; column: string }[],
  rows: readonly ShownRow[],
  { summary }: Changed,
): string {
  const left = summary.invalid === 1 ? '1 row to fix' : `${count(summary.invalid)} rows to fix`;
  const [edit] = edits;
  if (edits.length !== 1 || edit === undefined)
    return `${count(edits.length)} cells changed. ${left}.`;
  const error = rows.find(({ row }) => row === edit.row)?.errors[templateColumnIndex(edit.column)];
  return `Row ${edit.row}, ${columnLabel(edit.column)}: ${error ?? 'correct.'} ${left}.`;
}

/** Completes an undo or redo, and moves to the first cell that it changed. */
async function step(context: RowsContext, change: Promise<Changed>, verb: string): Promise<void> {
  const { rows, onChanged, onActive } = context;
  const changed = await change;
  onChanged(changed);
  await rows.refresh();
  const [edit] = changed.edits;
  announce(
    edit === undefined ? `${verb}.` : `${verb}: row ${edit.row}, ${columnLabel(edit.column)}.`,
  );
  if (edit === undefined) return;
  const row = await findRowIndex(rows, edit.row);
  const column = templateColumnIndex(edit.column);
  if (row < rows.count) onActive(shownPosition(context, { row, column }));
}

async function goToRow({ rows, active, onActive, onReject }: RowsContext, row: number) {
  const index = await findRowIndex(rows, row);
  const [found] = await rows.load(index, 1);
  if (found?.row === row) onActive({ row: index, column: active.column });
  else onReject(`Row ${count(row)} is not among the rows shown.`);
}

async function goToError(context: RowsContext, direction: 'next' | 'previous'): Promise<void> {
  const { sheet, filter, rows, columnIndexes, active, onActive, onReject } = context;
  const from = { row: active.row, column: columnIndexes[active.column] ?? 0 };
  const found = await nextError(sheet, filter, rows, from, direction);
  if (found !== undefined) onActive(shownPosition(context, found));
  else
    onReject(direction === 'next' ? 'No errors after this cell.' : 'No errors before this cell.');
}

/**
 * Goes to the first row shown that is invalid in the column, or anywhere if there is no such row or
 * no column is meant.
 */
async function goToFirst(context: RowsContext, column: string | undefined): Promise<void> {
  const { rows, onActive } = context;
  const meant = column === undefined ? undefined : templateColumnIndex(column);
  const found = await firstError(rows, meant);
  onActive(shownPosition(context, found ?? { row: 0, column: meant ?? 0 }));
}

/** Returns the position among the columns shown of a cell given by its column index. */
function shownPosition({ columnIndexes }: RowsContext, { row, column }: CellPosition) {
  return { row, column: Math.max(0, columnIndexes.indexOf(column)) };
}
