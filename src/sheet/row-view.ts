import { placeBeyond, type JudgedRows } from './judged-rows.ts';
import { rowFlags } from './row-states.ts';
import type { SheetRow } from './sheet.ts';

/** The number of the first row of data as Excel shows it; the rows of a file count from 0 inside the worker. */
export const firstRowNumber = 2;

/** A row's cells as they would be submitted: the file's, with the mends in force and then the edits laid over them. A row with too many keeps them all. */
export function cellsNow(judged: JudgedRows, row: number, ofFile: readonly string[]): string[] {
  const cells = [...ofFile];
  const { faults, causes } = judged;
  for (let at = faults.firstOf(row); at < faults.length && faults.row(at) === row; at += 1) {
    if (!faults.isMended(at)) continue;
    const { chosen } = causes.list[faults.cause(at)]!;
    const mended = chosen === null ? undefined : judged.mended(at, chosen);
    for (const [place, text] of mended ?? []) cells[place] = text;
  }
  for (const [place, text] of judged.edits.get(row) ?? []) cells[place] = text;
  return cells;
}

/** A row as the grid shows it: the template's columns. That it has more cells than those is told at the first, where it is seen. */
export function rowView(judged: JudgedRows, row: number, ofFile: readonly string[]): SheetRow {
  const cells = cellsNow(judged, row, ofFile);
  const changed: Record<number, string> = {};
  for (const [place, text] of ofFile.entries()) if (text !== cells[place]) changed[place] = text;
  const { [placeBeyond]: beyond, ...faults } = faultsNow(judged, row, cells);
  return {
    row: row + firstRowNumber,
    cells: cells.slice(0, placeBeyond),
    faults: beyond === undefined ? faults : { 0: beyond },
    changed,
    state: judged.states.state(row),
  };
}

/** What is wrong with a row now, a sentence by the cell's place; that it has too many cells stands at the place after the last column. */
export function faultsNow(
  judged: JudgedRows,
  row: number,
  cells: readonly string[],
): Record<number, string> {
  const { faults, causes, judge } = judged;
  const found: Record<number, string> = {};
  if (judged.states.has(row, rowFlags.blank)) return found;
  for (let at = faults.firstOf(row); at < faults.length && faults.row(at) === row; at += 1) {
    if (!judged.isOpen(at)) continue;
    const { sentence } = causes.list[faults.cause(at)]!;
    const place = faults.place(at);
    found[place] =
      place === placeBeyond ? sentence : (judge.find(place, cells[place]!)?.sentence ?? sentence);
  }
  for (const { place, cause } of judged.editFaults.get(row) ?? [])
    found[place] = judge.find(place, cells[place]!)?.sentence ?? causes.list[cause]!.sentence;
  return found;
}
