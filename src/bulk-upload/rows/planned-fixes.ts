import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';

import type { FixChange } from './sheet-history.ts';
import type { FixAnswer } from './sheet.ts';

/**
 * Returns the fixes to apply at once: those that are unambiguous, and those whose question has an
 * answer. An applied fix stays as it is. `optionIndex` returns the index of an answer among the
 * options of an issue, -1 if it fixes no cell.
 * @throws Error with a message for the user when no fix is left, or an answer fixes no cell
 */
export function plannedFixes(
  issues: readonly IssueCells[],
  answers: readonly FixAnswer[],
  optionIndex: (issue: IssueCells, answer: string) => number,
): FixChange[] {
  const chosen = new Map(answers.map(({ issue, option }) => [issue, option]));
  const fixes = issues.flatMap((issue): FixChange[] => {
    const { key, options, question, chosen: before } = issue;
    if (before !== null) return [];
    if (question === '' || question === null)
      return options.slice(0, 1).map(({ value }) => ({ issue: key, before, after: value }));
    const after = chosen.get(key);
    if (after === undefined) return [];
    if (optionIndex(issue, after) === -1) throw new Error('These cells cannot be fixed that way.');
    return [{ issue: key, before, after }];
  });
  if (fixes.length === 0) throw new Error('There is nothing to fix.');
  return fixes;
}
