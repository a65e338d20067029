import { useState } from 'react';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import {
  type Resolutions,
  fixableCells,
  isUndecided,
  openFixes,
  toResolutions,
} from './resolutions.ts';
import { cells } from './row-counts.ts';

/**
 * Returns the fixes that are not applied, with the user's answers, and what applies or undoes them
 * together. `onChanged` is called with the rows as they are then.
 */
export function useFixes(
  checked: CheckedFile,
  summary: SheetSummary,
  onChanged: (after: SheetSummary) => void,
) {
  const [resolutions, setResolutions] = useState<Resolutions>({});
  const open = openFixes(summary, resolutions);
  const fixable = fixableCells(open);
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
      report(await checked.fixAll(toResolutions(open), fixable), `${cells(fixable)} fixed.`);
    },
    fill: async (issue: IssueGroup, text: string): Promise<string | undefined> => {
      const { key, leftOut = 0 } = issue;
      const number = issue.cells - leftOut;
      const error = await checked.fill(key, text, number);
      if (error === undefined)
        report(checked.state.summary, `${cells(number)} ${text === '' ? 'left empty' : 'fixed'}.`);
      return error;
    },
    undo: async (): Promise<void> => {
      report(await checked.undo(), 'Undone.');
    },
  };
}
