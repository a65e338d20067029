import { choiceKey, unknownChoice } from '#src/lib/values/choices.ts';
import { tidyText } from '#src/lib/values/tidy-text.ts';

import type { CellErrorList } from './cell-error-list.ts';
import type { IssueCells, IssueTable } from './issue-table.ts';

/** The errors of a file and their issues. */
export interface ErrorsOfIssues {
  readonly errors: CellErrorList;
  readonly issues: IssueTable;
}

/** Yields the indexes of the errors of an issue and of the cells that its answers left. */
export function* listErrors(issue: IssueCells, { errors, issues }: ErrorsOfIssues) {
  const numbers = new Set<number>();
  for (let one: IssueCells | null = issue; one; one = one.rest) numbers.add(issues.number(one));
  for (let at = Math.max(0, issue.first); at < errors.length; at += 1)
    if (numbers.has(errors.issue(at))) yield at;
}

/**
 * Moves errors from one issue to others. `findTarget`: returns the issue to which an error is
 * moved; undefined if it stays. `isOpen`: whether an error still applies, so that it counts.
 * Returns how many errors were moved.
 */
export function moveErrors(
  { errors, issues }: ErrorsOfIssues,
  from: IssueCells,
  findTarget: (at: number) => IssueCells | undefined,
  isOpen: (at: number) => boolean,
): number {
  const fromNumber = issues.number(from);
  let moved = 0;
  let firstLeft = -1;
  for (let at = Math.max(0, from.first); at < errors.length; at += 1) {
    if (errors.issue(at) !== fromNumber) continue;
    const to = findTarget(at);
    if (to === undefined) {
      if (firstLeft === -1) firstLeft = at;
      continue;
    }
    errors.setIssue(at, issues.number(to));
    if (to.first === -1 || at < to.first) to.first = at;
    moved += 1;
    if (!isOpen(at)) continue;
    from.open -= 1;
    to.open += 1;
  }
  if (firstLeft !== -1) from.first = firstLeft;
  return moved;
}

/** Max unknown texts of a choice column that are issues of their own; it can be free text. */
const maxTexts = 50;
/** Max texts of a column to count. Those that first occur later are not issues of their own. */
const maxCountedTexts = 10_000;

/** A text that is none of a column's values. */
interface UnknownText {
  readonly text: string;
  cells: number;
}

/** Gives the unknown texts of choices and contacts that occur most often an issue each. */
export function separateChoices(input: ErrorsOfIssues): void {
  const columns = input.issues.list.filter(
    ({ kind }) => kind === 'choice-value' || kind === 'contact-unknown',
  );
  for (const issue of columns) separateTexts(issue, input);
}

function separateTexts(issue: IssueCells, input: ErrorsOfIssues): void {
  const { errors, issues } = input;
  const texts = countTexts(issue, input);
  const frequent = [...texts].toSorted(([, one], [, other]) => other.cells - one.cells);
  const own = new Map<string, IssueCells>();
  for (const [key, { text, cells }] of frequent.slice(0, maxTexts)) {
    const part = issues.unknownChoice(issue, text);
    part.found = cells;
    issue.found -= cells;
    own.set(key, part);
  }
  const findPart = (at: number) => own.get(toKey(issue, errors.text(at)));
  moveErrors(input, issue, findPart, () => true);
}

function countTexts(issue: IssueCells, input: ErrorsOfIssues): Map<string, UnknownText> {
  const texts = new Map<string, UnknownText>();
  for (const at of listErrors(issue, input)) {
    const written = input.errors.text(at);
    const key = toKey(issue, written);
    const known = texts.get(key);
    if (known) known.cells += 1;
    else if (texts.size < maxCountedTexts)
      texts.set(key, { text: toText(issue, written), cells: 1 });
  }
  return texts;
}

function toText({ kind, columnIndex }: IssueCells, text: string): string {
  return kind === 'contact-unknown' ? tidyText(text) : (unknownChoice(columnIndex, text) ?? '');
}

const toKey = (issue: IssueCells, text: string): string => choiceKey(toText(issue, text));
