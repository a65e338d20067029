import { useState } from 'react';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { cells as countCells } from './row-counts.ts';

/**
 * The user's answers to the questions of fixes, by issue key. An empty text skips the question; no
 * entry means that the user has not decided.
 */
export type Resolutions = Readonly<Record<string, string>>;

export type IssueFix = NonNullable<IssueGroup['fix']>;
export type FixOption = IssueFix['options'][number];

/** A fix that is not applied. */
export type OpenFix = ReturnType<typeof openFixes>[number];

/**
 * Returns the selected answer to an issue's question: the user's, else the proposed one. Empty if
 * there is neither, or the question is skipped.
 */
export function answerTo({ key, fix }: IssueGroup, resolutions: Resolutions): string {
  return fix?.chosen ?? resolutions[key] ?? fix?.proposed?.value ?? '';
}

/** Returns the option that is applied, unambiguous or selected; undefined if there is none. */
export function optionFor(issue: IssueGroup, resolutions: Resolutions): FixOption | undefined {
  const { fix } = issue;
  if (fix === null) return undefined;
  if (fix.question === null) return fix.options[0];
  const answer = answerTo(issue, resolutions);
  return fix.options.find(({ value }) => value === answer);
}

/** Returns the fixes that are not applied and have cells to fix, in the order of the issues. */
function openFixes({ issues }: SheetSummary, resolutions: Resolutions) {
  return issues.flatMap((issue) => {
    const { fix } = issue;
    if (fix === null || fix.chosen !== null || issue.isSubmitted || isAllLeftOut(issue)) return [];
    if (fix.others.length === 0 && fix.options.every(({ cells }) => cells === 0)) return [];
    // Its option is undefined while its question has no answer, or is skipped.
    return [{ issue, fix, option: optionFor(issue, resolutions) }];
  });
}

/** Returns whether all rows that have an issue are left out. */
export const isAllLeftOut = ({ cells, leftOut = 0 }: IssueGroup) => cells > 0 && leftOut === cells;

/** Returns whether the user has neither answered nor skipped the question of a fix. */
function isUndecided({ issue, fix, option }: OpenFix, resolutions: Resolutions): boolean {
  return fix.question !== null && option === undefined && resolutions[issue.key] !== '';
}

/** Returns the answers to send with the fixes. */
function toResolutions(fixes: readonly OpenFix[]): { issue: string; option: string }[] {
  return fixes.flatMap(({ issue, fix, option }) =>
    fix.question === null || option === undefined
      ? []
      : [{ issue: issue.key, option: option.value }],
  );
}

/**
 * Returns the fixes that are not applied, with the user's answers, and functions that apply or undo
 * them together. `onChanged` is called with the summary after a change.
 */
export function useFixes(
  checked: CheckedFile,
  summary: SheetSummary,
  onChanged: (after: SheetSummary) => void,
) {
  const [resolutions, setResolutions] = useState<Resolutions>({});
  const open = openFixes(summary, resolutions);
  const fixable = open.reduce((sum, { option }) => sum + (option?.cells ?? 0), 0);
  const report = (after: SheetSummary | undefined, done: string) => {
    if (after === undefined) return;
    announce(`${done} ${count(after.ready)} ready, ${count(after.invalid)} to fix.`);
    onChanged(after);
  };
  return {
    open,
    resolutions,
    fixableCells: fixable,
    undecided: open.filter((one) => isUndecided(one, resolutions)).length,
    answer: (issue: string, answer: string): void => {
      setResolutions((before) => ({ ...before, [issue]: answer }));
      const others = open.find((one) => one.issue.key === issue)?.fix.others ?? [];
      if (others.some(({ value }) => value === answer))
        void checked.tryResolution({ issue, option: answer });
    },
    fixAll: async (): Promise<void> => {
      report(await checked.fixAll(toResolutions(open), fixable), `${countCells(fixable)} fixed.`);
    },
    fill: async (issue: IssueGroup, text: string): Promise<string | undefined> => {
      const { key, leftOut = 0 } = issue;
      const number = issue.cells - leftOut;
      const error = await checked.fill(key, text, number);
      if (error === undefined)
        report(
          checked.state.summary,
          `${countCells(number)} ${text === '' ? 'left empty' : 'fixed'}.`,
        );
      return error;
    },
    undo: async (): Promise<void> => {
      report(await checked.undo(), 'Undone.');
    },
  };
}
