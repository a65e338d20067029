import X from 'lucide-react/icons/x';

import type { BulkChange, ChangeResult } from '#contract/portal/bulk-changes.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';

import { UndoButton } from './change-status.tsx';
import {
  describeOutcome,
  describeMadeChange,
  describeProblems,
  useTimeLeft,
} from './change-texts.ts';
import { LeftLeads } from './left-leads.tsx';

import s from './bulk-changes.module.css';

/** The change whose result is no longer shown: its id, and whether it was undone. */
const dismissed = createStore('');

/** The user's latest change while it can be undone, then that it is; until it is closed. */
export function RecentChange({ change }: { change: BulkChange & Partial<ChangeResult> }) {
  const isUndoable = useTimeLeft(change.undoUntil) !== undefined;
  const name = `${change.id} ${change.isUndone}`;
  const isDismissed = useStore(dismissed) === name;
  if (isDismissed || !(isUndoable || change.isUndone)) return null;
  return (
    <section className={`${s.recent} cluster`} aria-label="Latest bulk change">
      <span>
        {describeProblems(change).length > 0 ? describeOutcome(change) : describeMadeChange(change)}
      </span>
      <UndoButton change={change} />
      {change.isUndone && <LeftLeads left={change.left ?? []} label="Not undone" isLinked />}
      <Button
        variant="plain"
        size="icon"
        aria-label="Close"
        ref={leaveWhenRemoved}
        onClick={() => dismissed.set(name)}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
