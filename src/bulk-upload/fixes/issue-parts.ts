import type { CellErrorList } from './cell-error-list.ts';
import type { IssueCells, IssueTable } from './issue-table.ts';

/** The errors of a file and their issues. */
export interface ErrorsOfIssues {
  readonly errors: CellErrorList;
  readonly issues: IssueTable;
}

/** Yields the indexes of the errors of an issue and of the cells that its answers left. */
export function* errorsOf(issue: IssueCells, { errors, issues }: ErrorsOfIssues) {
  const numbers = new Set<number>();
  for (let one: IssueCells | null = issue; one; one = one.rest) numbers.add(issues.number(one));
  for (let at = Math.max(0, issue.first); at < errors.length; at += 1)
    if (numbers.has(errors.issue(at))) yield at;
}

/**
 * Moves the errors for which `isMoved` returns true from one issue to another. `isOpen`: whether an
 * error still applies, so that it counts. Returns how many errors were moved.
 */
export function moveErrors(
  { errors, issues }: ErrorsOfIssues,
  from: IssueCells,
  to: IssueCells,
  isMoved: (at: number) => boolean,
  isOpen: (at: number) => boolean,
): number {
  const [fromNumber, toNumber] = [issues.number(from), issues.number(to)];
  let moved = 0;
  let firstLeft = -1;
  for (let at = Math.max(0, from.first); at < errors.length; at += 1) {
    if (errors.issue(at) !== fromNumber) continue;
    if (!isMoved(at)) {
      if (firstLeft === -1) firstLeft = at;
      continue;
    }
    errors.setIssue(at, toNumber);
    if (to.first === -1 || at < to.first) to.first = at;
    moved += 1;
    if (!isOpen(at)) continue;
    from.open -= 1;
    to.open += 1;
  }
  if (firstLeft !== -1) from.first = firstLeft;
  from.firstOpen = from.first;
  to.firstOpen = to.first;
  return moved;
}
