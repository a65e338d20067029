import CircleCheck from 'lucide-react/icons/circle-check';
import { useId } from 'react';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { filterKey } from '#src/features/bulk-upload/rows/rows-filter.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';

import { CellActions, type CellHandlers } from './cell-actions.tsx';
import { FixQuestion } from './fix-question.tsx';
import {
  type Resolutions,
  isAllLeftOut,
  type FixOption,
  type IssueFix,
  optionFor,
} from './resolutions.ts';
import { describeExtent } from './row-counts.ts';

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
 * Lists the causes of errors, each once, those of most cells first. Each has its question and its
 * actions.
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

interface IssueItemProps extends CellHandlers {
  issue: IssueGroup;
  resolutions: Resolutions;
  /** Whether the rows of this issue are the rows shown. */
  isShown: boolean;
  /** Whether a change of many cells is running. */
  isBusy: boolean;
  onAnswer: (answer: string) => void;
  onFix: (option: string | null) => void;
  onUndo: () => void;
  onShow: () => void;
}

/** Shows an issue: its number of cells, an example, its question, and its actions. */
export function IssueItem(props: IssueItemProps) {
  const { issue, resolutions, isShown, onAnswer } = props;
  const { fix, title, cells } = issue;
  const titleId = useId();
  const state = findState(issue);
  const option = optionFor(issue, resolutions);
  const isSettled = state === 'fixed' || state === 'left-out';
  return (
    <li className={s.issue} data-shown={isShown || undefined} data-fixed={isSettled || undefined}>
      <div className={s.issueTitle}>
        <h3 id={titleId}>
          {isSettled && <CircleCheck aria-hidden />}
          {title}
        </h3>
        <span className="at-end num" aria-hidden>
          {count(state === 'fixed' && fix !== null ? fix.cells : cells)}
        </span>
      </div>
      <p className="visually-hidden">{describeExtent(issue)}</p>
      <IssueText {...{ issue, state, option }} />
      {state === 'open' && fix !== null && fix.question !== null && (
        <FixQuestion open={{ issue, fix, option }} {...{ titleId, resolutions, onAnswer }} />
      )}
      <IssueActions {...props} {...{ state, option }} />
    </li>
  );
}

/** The state of an issue: nothing can be fixed of `lost` and `submitted` ones. */
type IssueState = 'open' | 'lost' | 'fixed' | 'left-out' | 'submitted';

function findState(issue: IssueGroup): IssueState {
  const { fix, isSubmitted = false } = issue;
  if (isAllLeftOut(issue)) return 'left-out';
  if (fix !== null && fix.chosen !== null) return 'fixed';
  if (isSubmitted) return 'submitted';
  return fix === null ? 'lost' : 'open';
}

interface IssueOption {
  state: IssueState;
  option: FixOption | undefined;
}

function IssueText({ issue, state, option }: IssueOption & Pick<IssueItemProps, 'issue'>) {
  const { fix, advice } = issue;
  if (state === 'left-out') return <p className="soft small">These rows are left out.</p>;
  if (fix === null) return <p className="soft small">{advice}</p>;
  return <FixText {...{ issue, fix, option }} />;
}

function IssueActions(props: IssueItemProps & IssueOption) {
  const { issue, state, option, isShown, isBusy, onFix, onUndo, onShow } = props;
  const { fix, title, cells, isSubmitted } = issue;
  return (
    <div className={`${s.issueActions} cluster`}>
      {state === 'open' && fix !== null && <FixButton {...{ title, fix, option, isBusy, onFix }} />}
      {state === 'fixed' && !isSubmitted && (
        <Button size="small" aria-disabled={isBusy} aria-label={`Undo: ${title}`} onClick={onUndo}>
          Undo
        </Button>
      )}
      {cells > 0 && (
        <TextButton aria-label={`Show rows: ${title}`} aria-pressed={isShown} onClick={onShow}>
          Show rows
        </TextButton>
      )}
      {!isSubmitted && <CellActions {...props} />}
    </div>
  );
}

interface FixTextProps {
  issue: IssueGroup;
  fix: IssueFix;
  option: FixOption | undefined;
}

/** Says what a fix does and how many cells it cannot fix, with an example. */
function FixText({ issue, fix, option }: FixTextProps) {
  const isApplied = fix.chosen !== null;
  const isPartial = !isApplied && option !== undefined && option.cells < issue.cells;
  const [example] = (option ?? fix.options[0])?.examples ?? [];
  return (
    <>
      {issue.advice !== '' && !isApplied && <p className="soft small">{issue.advice}</p>}
      {fix.question === null && option?.label && <p className="soft small">{option.label}.</p>}
      {isPartial && (
        <p className="soft small">
          {count(option.cells)} of them can be fixed; the others are left as they are.
        </p>
      )}
      {isApplied && issue.cells > 0 && (
        <p className="soft small">
          {count(issue.cells)} left to fix. {issue.advice}
        </p>
      )}
      {example && <FixExample example={example} isKnown={option !== undefined} />}
    </>
  );
}

interface FixExampleProps {
  example: FixOption['examples'][number];
  /** Whether an answer says what the cell becomes. */
  isKnown: boolean;
}

/** Shows a cell as it is and, if that is known, as it will be. */
function FixExample({ example: { row, before, after }, isKnown }: FixExampleProps) {
  return (
    <p className={`${s.example} wrap-anywhere`}>
      <span className="soft small">Row {count(row)}</span> <del translate="no">{before}</del>
      {isKnown && <> → {after === '' ? <ins>empty</ins> : <ins translate="no">{after}</ins>}</>}
    </p>
  );
}

interface FixButtonProps extends Pick<IssueItemProps, 'isBusy' | 'onFix'> {
  title: string;
  fix: IssueFix;
  option: FixOption | undefined;
}

/** Fixes all cells of an issue. If the fix has a question, it has to be answered first. */
function FixButton({ title, fix, option, isBusy, onFix }: FixButtonProps) {
  const fixed = option?.cells ?? fix.cells;
  const buttonText = fixed === 1 ? 'Fix this row' : `Fix all ${count(fixed)}`;
  return (
    <Button
      size="small"
      aria-disabled={isBusy || !option}
      aria-label={`${buttonText}: ${title}`}
      title={option ? undefined : 'Answer the question above first'}
      onClick={() => onFix(option?.value || null)}
    >
      {buttonText}
    </Button>
  );
}
