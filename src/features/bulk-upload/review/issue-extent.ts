import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import { count } from '#src/lib/numbers.ts';

/** Returns how many cells an issue has, or had before the fix: "6 cells in phone, fixed". */
export function extentOf({ fix, cells, column }: IssueGroup): string {
  const isFixed = fix !== null && fix.chosen !== null;
  const number = isFixed ? fix.cells : cells;
  const noun = column === null ? 'row' : 'cell';
  const where = column === null ? '' : ` in ${column}`;
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}${where}${isFixed ? ', fixed' : ''}`;
}
