import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { filterKey } from '#src/features/bulk-upload/rows/rows-filter.ts';

import { IssueItem } from './issue-item.tsx';
import type { Resolutions } from './resolutions.ts';

import s from './issues.module.css';

interface IssuesSectionProps {
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  resolutions: Resolutions;
  /** The rows shown beside the issues. */
  filter: RowFilter;
  onAnswer: (issue: string, answer: string) => void;
  onShow: (filter: RowFilter) => void;
  /** Writes a text to all cells of an issue; returns why their column doesn't take it. */
  onFill: (issue: IssueGroup, text: string) => Promise<string | undefined>;
}

/**
 * Lists the causes of errors, each once: those of most cells first, each with what has to be known
 * and what can be done.
 */
export function IssuesSection(props: IssuesSectionProps) {
  const { checked, stage, resolutions, filter, onAnswer, onShow, onFill } = props;
  const issues = stage.summary.issues.toSorted((one, other) => rank(other) - rank(one));
  return (
    <section aria-labelledby="issues" className={s.issues}>
      <h2 id="issues">Issues</h2>
      {issues.length === 0 && <p className="soft small">No issues: every row can be submitted.</p>}
      <ul>
        {issues.map((issue) => {
          const { key, fix } = issue;
          const isApplied = fix !== null && fix.chosen !== null;
          const shown: RowFilter = isApplied
            ? { kind: 'issue', issue: key, isOpen: true }
            : { kind: 'issue', issue: key };
          return (
            <IssueItem
              key={key}
              {...{ issue, resolutions }}
              isShown={filterKey(filter) === filterKey(shown)}
              isBusy={stage.isChanging}
              onAnswer={(answer) => onAnswer(key, answer)}
              onFix={(option) => void checked.fix(key, option)}
              onUndo={() => void checked.fix(key, null, true)}
              onShow={() => onShow(shown)}
              onFill={async (text) => onFill(issue, text)}
              onLeaveOut={(isOut) => void checked.leaveOutIssue(key, isOut)}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** Returns how many cells an issue has or had; those of submitted rows are last. */
function rank({ fix, cells, isSubmitted }: IssueGroup): number {
  return isSubmitted ? -1 : Math.max(cells, fix?.cells ?? 0);
}
