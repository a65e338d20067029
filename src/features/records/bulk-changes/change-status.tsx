import { type BulkChange, undoPeriodMs } from '#contract/portal/bulk-changes.ts';
import { isInProgress, useBulkChange } from '#src/api/records/bulk-changes.ts';
import { hasCode } from '#src/api/service-error.ts';
import { leaveWhenRemoved } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

import {
  changeWords,
  problemWords,
  describeProgress,
  useChangeAnnouncement,
  useTimeLeft,
} from './change-words.ts';

import s from './bulk-changes.module.css';

/** How far a change is, then what has become of it, with a button that undoes it. */
export function ChangeStatus({ change }: { change: BulkChange }) {
  useChangeAnnouncement(change);
  const words = changeWords(change);
  if (isInProgress(change))
    return (
      <>
        <Progress {...describeProgress(change)} />
        <p className="soft">You can leave this page: it goes on without you.</p>
      </>
    );
  if (change.state === 'prepared') return <p className="soft">{words}</p>;
  const { rejected, superseded } = change.outcomes;
  const details = problemWords(change);
  const isPartial = rejected > 0 || superseded > 0;
  return (
    <Notice
      tone={isPartial ? 'warning' : 'success'}
      title={words}
      actions={<UndoButton change={change} saysTooLate />}
    >
      {details.length > 0 ? details.join(' ') : undefined}
    </Notice>
  );
}

const tooLate = `It can no longer be undone: more than ${undoPeriodMs / 60_000}\u00A0minutes have passed.`;

interface UndoButtonProps {
  change: BulkChange;
  /** Whether to say that it is too late also to who has not tried to undo the change. */
  saysTooLate?: boolean;
}

/** Undoes a change, for as long as that is possible. A failed attempt can be repeated. */
export function UndoButton({ change, saysTooLate = false }: UndoButtonProps) {
  const { undo } = useBulkChange();
  const left = useTimeLeft(change.undoUntil);
  if (change.state !== 'applied' || change.outcomes.changed === 0) return null;
  const isFinal = hasCode(undo.error, 'too-late-to-undo', 'bulk-change-state-conflict');
  const canUndo = left !== undefined && !isFinal;
  const isOver = change.undoUntil !== null && left === undefined && !isFinal;
  const problem = isOver && (saysTooLate || undo.isError) ? tooLate : undo.error?.message;
  if (problem === undefined && !canUndo) return null;
  return (
    <div className={s.undo}>
      {problem !== undefined && (
        <p {...(undo.isError ? { role: 'alert' } : { className: s.tooLate })}>{problem}</p>
      )}
      {canUndo && (
        <Button
          size="small"
          // The time left is not announced as it passes.
          aria-live="off"
          pending={undo.isPending}
          pendingText="Undoing the change"
          ref={leaveWhenRemoved}
          onClick={() => undo.mutate(change.id)}
        >
          Undo ({left} left)
        </Button>
      )}
    </div>
  );
}
