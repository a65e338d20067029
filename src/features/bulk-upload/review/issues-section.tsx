import { type ReactNode, useState } from 'react';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';

import type { FixAnswers } from './fix-answers.ts';
import { InvalidRowDownloads } from './invalid-row-downloads.tsx';
import { IssueItem } from './issue-item.tsx';

import s from './issues.module.css';

interface IssuesSectionProps {
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  answers: FixAnswers;
  /** The rows shown beside the issues. */
  filter: RowFilter;
  onShow: (filter: RowFilter) => void;
}

/**
 * Shows the issues of the rows: those with a fix, those that only the user can correct, those
 * that are fixed, those of submitted rows, and possible duplicates. On a phone the list is folded.
 */
export function IssuesSection(props: IssuesSectionProps) {
  const { checked, stage, answers, filter, onShow } = props;
  const { invalid, duplicateRows, duplicateLeads } = stage.summary;
  const [isOpen, setOpen] = useState(false);
  const submitted = stage.summary.issues.filter(({ isSubmitted }) => isSubmitted);
  const issues = stage.summary.issues.filter(({ isSubmitted }) => !isSubmitted);
  const fixable = issues.filter(({ fix }) => fix?.chosen === null);
  const fixed = issues.filter(({ fix }) => typeof fix?.chosen === 'string');
  const needsUser = issues.filter(isLeftToUser);
  const duplicates = duplicateRows + duplicateLeads;
  const item = (issue: IssueGroup, shown: RowFilter = { kind: 'issue', issue: issue.key }) => (
    <IssueItem
      key={issue.key}
      {...{ issue, answers }}
      isShown={JSON.stringify(filter) === JSON.stringify(shown)}
      isBusy={stage.isChanging}
      onFix={(option) => void checked.fix(issue.key, option)}
      onUndo={() => void checked.fix(issue.key, null, true)}
      onShow={() => onShow(shown)}
    />
  );
  const total = fixable.length + needsUser.length;
  return (
    <section aria-label="Issues" className={s.issues} data-open={isOpen || undefined}>
      <div className={s.collapse}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide issues' : `Show issues (${count(total)})`}
        </Button>
      </div>
      <div className={s.lists}>
        <h2>Issues</h2>
        {total + fixed.length + submitted.length === 0 && (
          <p className={s.soft}>No issues: every row can be submitted.</p>
        )}
        <IssueList title="Can be fixed for you">{fixable.map((issue) => item(issue))}</IssueList>
        <IssueList title="Needs you">
          {needsUser.map((issue) =>
            issue.fix === null
              ? item(issue)
              : item({ ...issue, fix: null }, { kind: 'issue', issue: issue.key, isOpen: true }),
          )}
        </IssueList>
        <IssueList title="Fixed">{fixed.map((issue) => item(issue))}</IssueList>
        <IssueList title="In submitted rows">{submitted.map((issue) => item(issue))}</IssueList>
        {duplicates > 0 && (
          <IssueList title="Possible duplicates">
            {duplicateRows > 0 && (
              <Duplicates of="rows" number={duplicateRows} {...{ filter, onShow }} />
            )}
            {duplicateLeads > 0 && (
              <Duplicates of="leads" number={duplicateLeads} {...{ filter, onShow }} />
            )}
          </IssueList>
        )}
        {invalid > 0 && (
          <InvalidRowDownloads
            {...{ invalid }}
            sheet={checked.sheet}
            contactId={stage.choices.contactId}
            fileName={stage.file.name}
          />
        )}
      </div>
    </section>
  );
}

/** Returns whether cells are left that no fix reaches: there is none, or it is applied already. */
function isLeftToUser({ fix, cells }: IssueGroup): boolean {
  return cells > 0 && (fix === null || fix.chosen !== null);
}

function IssueList({ title, children }: { title: string; children: ReactNode }) {
  if (Array.isArray(children) && children.every((child) => !child)) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </>
  );
}

interface DuplicatesProps extends Pick<IssuesSectionProps, 'filter' | 'onShow'> {
  of: 'rows' | 'leads';
  number: number;
}

/** A line that shows the duplicates among the rows; the section below decides about them. */
function Duplicates({ of, number, filter, onShow }: DuplicatesProps) {
  const isShown = filter.kind === 'duplicates' && filter.of === of;
  const title = of === 'rows' ? 'Repeats an earlier row' : 'Matches an existing lead';
  return (
    <li className={s.issue} data-shown={isShown || undefined}>
      <div className={s.issueTitle}>
        <h4>{title}</h4>
        <span className={s.number}>{count(number)}</span>
      </div>
      <div className={s.issueActions}>
        <Button
          size="small"
          variant="plain"
          aria-pressed={isShown}
          aria-label={`Show rows: ${title}`}
          onClick={() => onShow({ kind: 'duplicates', of })}
        >
          Show rows
        </Button>
      </div>
    </li>
  );
}
