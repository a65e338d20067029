import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import type { FixedCells } from '#src/bulk-upload/fixes/fixes.ts';
import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';

import { rowFlags } from './row-states.ts';
import type { CellChange } from './sheet-history.ts';
import type { ValidatedRows } from './validated-rows.ts';

/** The cells of rows that were sent, by the index of their error. */
export type SentCells = ReadonlyMap<number, FixedCells>;

/** Returns whether a row was sent, so that its cells stay as they were sent. */
export function isSent({ states }: ValidatedRows, row: number): boolean {
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
    if (numbers.has(errors.issue(at)) && isSent(validated, errors.row(at)))
      found.set(at, cellsOf(validated, at));
  if (found.size + edits.size > uploadLimits.edits) throw new Error(tooMany);
  return found;
}

const tooMany =
  'Too many rows that were submitted have this fix, so it can’t be changed for the other rows. Correct the other rows in the grid.';

/**
 * Returns the cells that an error’s fix writes or, of a row that was sent as it was, the cell.
 */
function cellsOf({ errors, issues, fixes }: ValidatedRows, at: number): FixedCells {
  const { chosen, isWarning } = issues.at(errors.issue(at));
  if (errors.isFixed(at)) return fixes.fixedCells(at, chosen ?? 0) ?? [];
  return isWarning ? [[errors.columnIndex(at), errors.text(at)]] : [];
}

/** Returns the edits that keep sent cells as they were sent, once other fixes are applied. */
export function changesOfSent(validated: ValidatedRows, sent: SentCells): CellChange[] {
  return [...sent].flatMap(([at, cells]) => {
    const row = validated.errors.row(at);
    const now = new Map(cellsOf(validated, at));
    return cells
      .filter(([columnIndex, text]) => {
        return now.get(columnIndex) !== text && !validated.isEdited(row, columnIndex);
      })
      .map(([columnIndex, text]) => ({ row, columnIndex, before: undefined, after: text }));
  });
}
