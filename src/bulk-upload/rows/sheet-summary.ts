import type { Fix } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import { formatIssue } from '#src/bulk-upload/fixes/issue-texts.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';

import type { SheetSummary } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';
import { isSentRow } from './written-rows.ts';

/**
 * Returns the current counts and issues of a sheet; `others` holds what the rows alone don't tell.
 */
export function sheetSummary(
  validated: ValidatedRows,
  others: Pick<SheetSummary, 'duplicateRows' | 'duplicateLeads' | 'canUndo' | 'canRedo'>,
): SheetSummary {
  const { states } = validated;
  return {
    read: states.length,
    ready: states.total('ready'),
    invalid: states.total('invalid'),
    leftOut: states.total('left-out'),
    blank: states.total('blank'),
    submitted: states.total('submitted'),
    unknown: states.total('unknown'),
    issues: currentIssues(validated),
    readyDuplicates: states.readyDuplicates,
    ...others,
  };
}

/** Returns the applied fixes. */
export function currentFixes(validated: ValidatedRows): Fix[] {
  return validated.issues.list.flatMap(({ key, options, chosen }) =>
    chosen === null ? [] : [{ issue: key, option: options[chosen]?.value || null }],
  );
}

/**
 * Returns the current issues: fixable ones first, then by number of cells in the file. This order
 * doesn't change while rows are fixed.
 */
function currentIssues(validated: ValidatedRows): IssueGroup[] {
  const submitted = submittedIssues(validated);
  const leftOut = leftOutCells(validated);
  return validated.issues.list
    .filter(({ open, chosen }) => open > 0 || chosen !== null)
    .toSorted(
      (one, other) =>
        Number(isFixable(other)) - Number(isFixable(one)) ||
        other.found - one.found ||
        one.columnIndex - other.columnIndex ||
        one.key.localeCompare(other.key),
    )
    .map((issue) => ({
      ...currentIssue(validated, issue),
      ...(submitted.has(issue) && { isSubmitted: true }),
      ...(leftOut.has(issue) && { leftOut: leftOut.get(issue) ?? 0 }),
    }));
}

/** Returns how many open cells of each issue are in rows that are left out. */
function leftOutCells(validated: ValidatedRows): ReadonlyMap<IssueCells, number> {
  const { states, errors, issues, editErrors } = validated;
  const counts = new Map<IssueCells, number>();
  if (states.total('left-out') === 0) return counts;
  const add = (row: number, number: number) => {
    const issue = issues.at(number);
    if (states.state(row) === 'left-out') counts.set(issue, (counts.get(issue) ?? 0) + 1);
  };
  for (let at = 0; at < errors.length; at += 1)
    if (validated.isOpen(at)) add(errors.row(at), errors.issue(at));
  for (const [row, ofRow] of editErrors) for (const { issue } of ofRow) add(row, issue);
  return counts;
}

/** Returns the issues that only submitted and unknown rows have. */
export function submittedIssues(validated: ValidatedRows): ReadonlySet<IssueCells> {
  const { states, errors, issues, editErrors } = validated;
  if (states.total('submitted') + states.total('unknown') === 0) return new Set();
  const found = new Set<number>();
  const unsent = new Set<number>();
  for (let at = 0; at < errors.length; at += 1)
    (isSentRow(validated, errors.row(at)) ? found : unsent).add(errors.issue(at));
  for (const [row, ofRow] of editErrors)
    for (const { issue } of ofRow) (isSentRow(validated, row) ? found : unsent).add(issue);
  const submitted = [...found].filter((number) => !unsent.has(number));
  return new Set(submitted.map((number) => issues.at(number)));
}

const isFixable = ({ options, others }: IssueCells) => options.length > 0 || others.length > 0;

function currentIssue(validated: ValidatedRows, issue: IssueCells): IssueGroup {
  const column = templateColumns[issue.columnIndex];
  const { title, advice } = formatIssue(column, issue);
  const warning = issue.isWarning ? ' The rows can be submitted as they are.' : '';
  return {
    key: issue.key,
    column: column?.name ?? null,
    title,
    advice: advice + warning,
    cells: issue.open,
    fix: isFixable(issue) ? currentFix(validated, issue) : null,
  };
}

function currentFix(validated: ValidatedRows, issue: IssueCells): NonNullable<IssueGroup['fix']> {
  const { options, others, chosen, question, proposed, possible } = issue;
  const shown = options[chosen ?? 0];
  return {
    options: options.map(({ value, label, cells, examples }, option) => ({
      value,
      label,
      cells,
      examples: examples.map((at) => ({
        row: validated.errors.row(at) + firstRowNumber,
        before: validated.errors.text(at),
        after: (validated.fixes.fixedCells(at, option, issue) ?? [])
          .map(([, text]) => text)
          .join(' | '),
      })),
    })),
    others: others
      .filter(([value]) => !options.some((option) => option.value === value))
      .map(([value, label]) => ({ value, label })),
    question: question === '' ? null : question,
    proposed: proposed ?? null,
    ...(possible && { possible }),
    chosen: chosen === null ? null : (shown?.value ?? null),
    cells: shown?.cells ?? 0,
  };
}
