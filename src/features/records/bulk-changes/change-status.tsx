import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type BulkChange, type ChangeResult, undoPeriodMs } from '#contract/portal/bulk-changes.ts';
import { bulkChangesQuery, useBulkChange } from '#src/api/records/bulk-changes.ts';
import { hasCode } from '#src/api/service-error.ts';
import { announce, useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';

import {
  describeOutcome,
  describeMadeChange,
  describeProblems,
  useTimeLeft,
} from './change-texts.ts';
import { LeftLeads } from './left-leads.tsx';

import s from './bulk-changes.module.css';

/** The result of a change that was just made, with an undo button. */
export function ChangeStatus({ change }: { change: ChangeResult }) {
  const [made] = useState(() => describeOutcome(change));
  useAnnouncement(made);
  const details = describeProblems(change);
  return (
    <>
      <Notice
        tone={change.rejected > 0 || change.superseded > 0 ? 'warning' : 'success'}
        title={describeMadeChange(change)}
        actions={<UndoButton change={change} saysTooLate />}
      >
        {details.length > 0 ? details.join(' ') : undefined}
      </Notice>
      <LeftLeads
        left={change.left}
        label={change.isUndone ? 'Not undone' : 'Couldn’t be changed'}
        isLinked
      />
    </>
  );
}

/** Undoes the user’s own change with an id, for as long as that is possible. */
export function UndoById({ id }: { id: string }) {
  const { data: changes = [] } = useQuery(bulkChangesQuery);
  const change = changes.find((one) => one.id === id);
  return change && <UndoButton change={change} />;
}

const tooLate = `It can no longer be undone: more than ${undoPeriodMs / 60_000}\u00A0minutes have passed.`;

interface UndoButtonProps {
  change: BulkChange;
  /** Whether to say that it is too late even if the user has not tried to undo the change. */
  saysTooLate?: boolean;
}

/** Undoes a change, for as long as that is possible. A failed attempt can be repeated. */
export function UndoButton({ change, saysTooLate = false }: UndoButtonProps) {
  const { undo } = useBulkChange();
  const left = useTimeLeft(change.undoUntil);
  if (change.isUndone || change.changed === 0) return null;
  const isFinal = hasCode(undo.error, 'too-late-to-undo', 'bulk-change-state-conflict');
  const canUndo = left !== undefined && !isFinal;
  const isOver = change.undoUntil !== null && left === undefined && !isFinal;
  const problem = isOver && (saysTooLate || undo.isError) ? tooLate : undo.error?.message;
  if (problem === undefined && !canUndo) return null;
  return (
    <div className={`${s.undo} stack-small`}>
      {problem !== undefined && (
        <p {...(undo.isError ? { role: 'alert', className: 'danger' } : { className: s.tooLate })}>
          {problem}
        </p>
      )}
      {canUndo && (
        <Button
          size="small"
          // The time left is not announced as it passes.
          aria-live="off"
          pending={undo.isPending}
          pendingText="Undoing the change"
          ref={leaveWhenRemoved}
          onClick={() =>
            undo.mutate(change.id, { onSuccess: (undone) => announce(describeOutcome(undone)) })
          }
        >
          Undo ({left} left)
        </Button>
      )}
    </div>
  );
}
