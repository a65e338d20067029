import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import {
  type FixAnswers,
  fixableCells,
  isQuestion,
  isUndecided,
  type OpenFix,
} from './fix-answers.ts';
import { FixQuestion } from './fix-question.tsx';
import { Examples } from './issue-item.tsx';
import { cells } from './row-counts.ts';

import s from './issues.module.css';

interface FixAllDialogProps {
  open: readonly OpenFix[];
  answers: FixAnswers;
  onAnswer: (issue: string, answer: string) => void;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows, issue by issue, what "Fix everything" would change, and asks what is still open. */
export function FixAllDialog({ open, answers, onAnswer, onConfirm, onClose }: FixAllDialogProps) {
  const fixable = fixableCells(open);
  const undecided = open.filter((one) => isUndecided(one, answers));
  const title = `Fix ${cells(fixable)}`;
  return (
    <Dialog
      title={`${title}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="main" aria-disabled={fixable === 0} onClick={onConfirm}>
            {title}
          </Button>
          <Button onClick={onClose}>Go back</Button>
        </>
      }
    >
      <ul className={s.preview}>
        {open.map((one) => (
          <li key={one.issue.key}>
            {isQuestion(one) ? (
              <FixQuestion open={one} {...{ answers, onAnswer }} />
            ) : (
              <>
                <p className={s.previewTitle}>
                  <strong>{one.issue.title}</strong>
                  <span className={s.number}>{count(one.option?.cells ?? 0)}</span>
                </p>
                <Examples option={one.option} fix={one.fix} />
              </>
            )}
          </li>
        ))}
      </ul>
      <p className={s.soft}>
        {undecided.length > 0 && 'Cells whose question is not answered stay as they are. '}
        The file itself is not changed, and you can undo this in one step.
      </p>
    </Dialog>
  );
}
