import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import { columnLabel } from '#src/features/bulk-upload/rows/rows-columns.ts';
import { count, quantity } from '#src/lib/numbers.ts';

export const writeLeads = (number: number) => quantity(number, 'lead');
export const rows = (number: number) => quantity(number, 'row');
export const cells = (number: number) => quantity(number, 'cell');

/** Returns how many cells an issue has, or had before the fix: "6 cells in Phone, fixed". */
export function describeExtent({ fix, cells: open, column }: IssueGroup): string {
  const isFixed = fix !== null && fix.chosen !== null;
  const number = isFixed ? fix.cells : open;
  const where = column === null ? '' : ` in ${columnLabel(column)}`;
  return `${(column === null ? rows : cells)(number)}${where}${isFixed ? ', fixed' : ''}`;
}

/** Returns the outcomes of the rows that are not leads: "129 rows rejected, 6 blank."; or `''`. */
export function otherRows(counts: { rejected: number; leftOut: number; blank: number }): string {
  const parts = [
    [counts.rejected, 'rejected'],
    [counts.leftOut, 'left out'],
    [counts.blank, 'blank'],
  ] as const;
  const [first, ...more] = parts.filter(([number]) => number > 0);
  if (first === undefined) return '';
  const rest = more.map(([number, state]) => `, ${count(number)} ${state}`).join('');
  return `${rows(first[0])} ${first[1]}${rest}.`;
}
