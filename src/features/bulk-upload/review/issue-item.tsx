import CircleCheck from 'lucide-react/icons/circle-check';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';

import { type FixAnswers, type FixOption, type IssueFix, optionFor } from './fix-answers.ts';
import { describeExtent } from './row-counts.ts';

import s from './issues.module.css';

interface IssueItemProps {
  issue: IssueGroup;
  answers: FixAnswers;
  /** Whether the rows of this issue are the rows shown. */
  isShown: boolean;
  /** Whether a change of many cells is running. */
  isBusy: boolean;
  onFix: (option: string | null) => void;
  onUndo: () => void;
  onShow: () => void;
}

/** Shows an issue: its number of cells, examples, and the actions on it. */
export function IssueItem(props: IssueItemProps) {
  const { issue, answers, isShown, isBusy, onFix, onUndo, onShow } = props;
  const { fix, title, advice, cells, isSubmitted = false } = issue;
  const isFixed = fix !== null && fix.chosen !== null;
  const option = optionFor(issue, answers);
  return (
    <li className={s.issue} data-shown={isShown || undefined} data-fixed={isFixed || undefined}>
      <div className={s.issueTitle}>
        <h4>
          {isFixed && <CircleCheck aria-hidden />}
          {title}
        </h4>
        <span className={s.number} aria-hidden>
          {count(isFixed ? fix.cells : cells)}
        </span>
      </div>
      <p className="visually-hidden">{describeExtent(issue)}</p>
      {fix === null ? <p className={s.soft}>{advice}</p> : <FixText {...{ issue, fix, option }} />}
      <div className={s.issueActions}>
        {fix !== null && !isFixed && !isSubmitted && (
          <FixButton {...{ title, fix, option, isBusy, onFix }} />
        )}
        {isFixed && !isSubmitted && (
          <Button
            size="small"
            aria-disabled={isBusy}
            aria-label={`Undo: ${title}`}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
        {cells > 0 && (
          <Button
            size="small"
            variant="plain"
            aria-label={`Show rows: ${title}`}
            aria-pressed={isShown}
            onClick={onShow}
          >
            Show rows
          </Button>
        )}
      </div>
    </li>
  );
}

interface FixTextProps {
  issue: IssueGroup;
  fix: IssueFix;
  option: FixOption | undefined;
}

/** Says what a fix does and how many cells it cannot fix, with an example. */
function FixText({ issue, fix, option }: FixTextProps) {
  const isPartial = fix.chosen === null && option !== undefined && option.cells < issue.cells;
  return (
    <>
      {issue.advice !== '' && fix.chosen === null && <p className={s.soft}>{issue.advice}</p>}
      {fix.question === null && option?.label && <p className={s.soft}>{option.label}.</p>}
      {isPartial && (
        <p className={s.soft}>
          {count(option.cells)} of them can be fixed; the others are left as they are.
        </p>
      )}
      <Examples fix={fix} option={option} max={1} />
    </>
  );
}

/** Shows the first cells before and after the fix; only before, while no option is selected. */
export function Examples({
  fix,
  option,
  max = 3,
}: {
  fix: IssueFix;
  option: FixOption | undefined;
  max?: number;
}) {
  const examples = option?.examples ?? fix.options[0]?.examples ?? [];
  return (
    <ul>
      {examples.slice(0, max).map(({ row, before, after }) => (
        <li key={row} className={s.example}>
          <span>Row {count(row)}</span> <del>{before}</del>
          {option && (
            <>
              {' '}
              → <ins>{after}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
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
