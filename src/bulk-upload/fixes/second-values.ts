import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import type { FoundIssue, IssueKind } from './issue-kinds.ts';

const indexOf = (column: string) => templateColumns.findIndex(({ name }) => name === column);

/** By column index: the column that takes the second value of a cell. */
const secondColumns = new Map([
  [indexOf('phone'), indexOf('secondaryPhone')],
  [indexOf('email'), indexOf('secondaryEmail')],
]);

/** Returns the index of the column that takes the second value of a column's cells. */
export function secondColumn(columnIndex: number): number | undefined {
  return secondColumns.get(columnIndex);
}

const twoValueWords: Partial<Record<IssueKind, string>> = {
  'two-phones': 'two numbers',
  'two-emails': 'two addresses',
};

/** Returns whether a fix of such an issue writes a second value to another column. */
export function hasSecondValue(kind: IssueKind): boolean {
  return kind in twoValueWords;
}

/**
 * Returns the issue of a cell in its row: two values are an error without a fix where the column
 * for the second one does not exist or is not empty.
 */
export function issueInRow(
  found: FoundIssue,
  columnIndex: number,
  cells: readonly string[],
): FoundIssue {
  const words = twoValueWords[found.kind];
  if (words === undefined) return found;
  const second = secondColumns.get(columnIndex);
  if (second !== undefined && (cells[second] ?? '').trim() === '') return found;
  const label = second === undefined ? undefined : templateColumns[second]?.label;
  const reason = label === undefined ? '' : `, and ${label} is not empty`;
  return {
    kind: 'other',
    sentence: `This cell contains ${words}${reason}. Keep one of them here.`,
  };
}
