import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { bulkChangeQuery, isInProgress } from '#src/api/records/bulk-changes.ts';
import { paths } from '#src/lib/paths.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { leaveWhenRemoved } from '#src/ui/elements/announcer.tsx';
import { Button, Link } from '#src/ui/elements/button.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

import { UndoButton } from './change-status.tsx';
import {
  announcedWords,
  changeWords,
  problemWords,
  describeProgress,
  useChangeAnnouncement,
  useTimeLeft,
} from './change-words.ts';

import s from './bulk-changes.module.css';

/** The change whose result is no longer shown: its id and state. */
const dismissed = createStore('');

/** The user's latest change while it runs, and while it can be undone, wherever it was started. */
export function RecentChange({ listed }: { listed: BulkChange }) {
  const { data: change } = useQuery({
    ...bulkChangeQuery(listed.id),
    initialData: listed,
  });
  const isRunning = isInProgress(change);
  // Its end is shown to who has seen it run, also where it can't be undone.
  const wasSeen = useChangeAnnouncement(change);
  const isUndoable = useTimeLeft(change.undoUntil) !== undefined;
  const words = changeWords(change);
  const name = `${change.id} ${change.state}`;
  const isDismissed = useStore(dismissed) === name;
  if (isDismissed || !(isRunning || isUndoable || wasSeen)) return null;
  return (
    <section className={s.recent} aria-label="Latest bulk change">
      {isRunning ? (
        <Progress {...describeProgress(change)} />
      ) : (
        <span>{problemWords(change).length > 0 ? announcedWords(change) : words}</span>
      )}
      <UndoButton change={change} />
      <Link to={paths.bulkChange(change.id)}>Details</Link>
      {!isRunning && (
        <Button
          variant="plain"
          size="icon"
          aria-label="Close"
          ref={leaveWhenRemoved}
          onClick={() => dismissed.set(name)}
        >
          <X aria-hidden />
        </Button>
      )}
    </section>
  );
}
