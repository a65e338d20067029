import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-index.ts';

import type { RowFilter } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

/**
 * Returns the rows that match a filter, in order, counted from 0. `LeftOutRows` finds the
 * duplicates.
 */
export function filteredRows(
  validated: ValidatedRows,
  filter: Exclude<RowFilter, { kind: 'all' | 'duplicates' }>,
): Uint32Array {
  switch (filter.kind) {
    case 'invalid':
      return validated.states.rowsIn('invalid');
    case 'issue': {
      const issue = validated.issues.find(filter.issue);
      return issue === undefined
        ? new Uint32Array()
        : rowsWith(validated, (number) => validated.issues.list[number] === issue, !filter.isOpen);
    }
    case 'column': {
      const columnIndex = templateColumns.findIndex(({ name }) => name === filter.column);
      return rowsWith(
        validated,
        (number) => validated.issues.at(number).columnIndex === columnIndex,
        false,
      );
    }
    default: {
      const row = filter.row - firstRowNumber;
      return row >= 0 && row < validated.length ? Uint32Array.of(row) : new Uint32Array();
    }
  }
}

/**
 * Returns the rows with an invalid cell of the sought issues. `includesFixed` adds cells that a fix
 * has made valid.
 */
function rowsWith(
  validated: ValidatedRows,
  isMatchingIssue: (issue: number) => boolean,
  includesFixed: boolean,
): Uint32Array {
  const { errors, editErrors } = validated;
  const sought = validated.issues.list.map((_, number) => isMatchingIssue(number));
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
    if (own.some(({ issue }) => sought[issue])) rows[found++] = row;
  if (found === ofFile) return rows.slice(0, found);
  return rows
    .subarray(0, found)
    .toSorted()
    .filter((row, at, all) => at === 0 || all[at - 1] !== row);
}
