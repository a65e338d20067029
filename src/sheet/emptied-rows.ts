import type { FileRows } from './file-rows.ts';
import { rowFlags } from './row-states.ts';
import { requiredPlaces, type ValidatedRows } from './validated-rows.ts';

/** Cells about to be written, by place; undefined takes an edit back. */
type Cells = ReadonlyMap<number, string | undefined>;

/** Of rows about to be written, those in which nothing stands then. The file is only asked of those that may be. */
export async function emptiedRows(
  validated: ValidatedRows,
  rows: FileRows,
  byRow: ReadonlyMap<number, Cells>,
): Promise<ReadonlySet<number>> {
  const suspects = [...byRow].flatMap(([row, cells]) =>
    mayBeEmptied(validated, row, cells) ? [row] : [],
  );
  const ofFile = await rows.cells(suspects);
  const isEmptied = (row: number) =>
    ofFile
      .get(row)
      ?.every(
        (text, place) => (edited(validated, row, place, byRow.get(row)!) ?? text).trim() === '',
      );
  return new Set(suspects.filter(isEmptied));
}

/** Whether writing these cells might leave nothing in a row: it empties, or leaves empty, all that is required. */
function mayBeEmptied(validated: ValidatedRows, row: number, cells: Cells): boolean {
  if (validated.states.has(row, rowFlags.initiallyEmpty)) return false;
  const missing = new Set<number>();
  const { errors, issues } = validated;
  for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
    const { kind } = issues.list[errors.issue(at)]!;
    if (kind === 'missing' || kind === 'full-name') missing.add(errors.place(at));
    // Of such a row it is not known what its cells hold.
    if (kind === 'extra-cells') return true;
  }
  return requiredPlaces.every((place) => {
    const text = edited(validated, row, place, cells);
    return text === undefined ? missing.has(place) : text.trim() === '';
  });
}

/** The text that stands over the file's once these cells are written; undefined: the file's. */
function edited(
  validated: ValidatedRows,
  row: number,
  place: number,
  cells: Cells,
): string | undefined {
  return cells.has(place) ? cells.get(place) : validated.edits.get(row)?.get(place);
}
