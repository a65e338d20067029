import { isPhoneIssue, type PhoneIssueKind } from '#src/bulk-upload/values/phone-kinds.ts';

import type { FileRows } from './file-rows.ts';
import { rowFlags } from './row-states.ts';
import { cellsNow } from './row-view.ts';
import type { CellChange } from './sheet-history.ts';
import type { ValidatedRows } from './validated-rows.ts';

/**
 * Returns changes with the phones that were typed without a country as the answers given for the
 * file's phones read them: a cell that a person corrected gets its number as the others did.
 */
export async function withAnswers(
  validated: ValidatedRows,
  rows: FileRows,
  changes: readonly CellChange[],
): Promise<readonly CellChange[]> {
  if (!validated.fixes.hasAnsweredPhones) return changes;
  const kinds = new Map<CellChange, PhoneIssueKind>();
  for (const change of changes) {
    const kind = phoneKindOf(validated, change);
    if (kind !== undefined) kinds.set(change, kind);
  }
  const ofFile = await rows.cells(new Set([...kinds.keys()].map(({ row }) => row)));
  return changes.map((change) => {
    const kind = kinds.get(change);
    if (kind === undefined) return change;
    const cells = cellsNow(validated, change.row, ofFile.get(change.row) ?? []);
    for (const { row, columnIndex, after } of changes)
      if (row === change.row && after !== undefined) cells[columnIndex] = after;
    const after = validated.fixes.answeredPhone(kind, change.columnIndex, cells);
    return after === undefined ? change : { ...change, after };
  });
}

function phoneKindOf(
  { states, validator }: ValidatedRows,
  { row, columnIndex, after }: CellChange,
): PhoneIssueKind | undefined {
  if (after === undefined || states.has(row, rowFlags.extraCells)) return undefined;
  const kind = validator.findIssue(columnIndex, after)?.kind;
  return kind !== undefined && isPhoneIssue(kind) ? kind : undefined;
}
