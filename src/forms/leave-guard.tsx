import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

import { createStore, useStore } from '#src/lib/store.ts';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  when: boolean;
  /** The loss by leaving, as a sentence: "What you changed is not saved yet." */
  loss: string;
  /** Whether a navigation leaves the page. Default: to another path. */
  isLeaving?: BlockerFunction;
}

interface Guard {
  readonly id: string;
  readonly loss: string;
  readonly isLeaving: BlockerFunction;
}

/**
 * The active guards, oldest first. The router allows one blocker at a time, so the first guard asks
 * on behalf of all.
 */
const guards = createStore<readonly Guard[]>([]);

/**
 * The page of a list, a tab or a filter are in the query string; changing them does not unmount the
 * form.
 */
const isOtherPath: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname;

/**
 * Asks for confirmation before the person navigates to another page or closes the window while
 * something would be lost. A page can have any number of guards. A navigation that was stopped
 * continues by itself once nothing would be lost any more.
 */
export function LeaveGuard({ when, loss, isLeaving = isOtherPath }: LeaveGuardProps) {
  const id = useId();
  const active = useStore(guards);
  const [hasStopped, setHasStopped] = useState(false);
  const isActive = when || hasStopped;
  // Before the next event, which may be the navigation.
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    guards.set([...guards.get(), { id, loss: '', isLeaving: isOtherPath }]);
    return () => guards.set(guards.get().filter((guard) => guard.id !== id));
  }, [isActive, id]);
  // A guard keeps its place when what would be lost changes: the first one may be asking.
  useLayoutEffect(() => {
    const update = (guard: Guard) => (guard.id === id ? { id, loss, isLeaving } : guard);
    if (isActive) guards.set(guards.get().map(update));
  }, [isActive, id, loss, isLeaving]);

  if (!isActive || active[0]?.id !== id) return null;
  const others = active.slice(1);
  return (
    <LeaveQuestion
      when={when || others.length > 0}
      losses={[...(when ? [loss] : []), ...others.map((guard) => guard.loss)]}
      isLeaving={(navigation) => active.some((guard) => guard.isLeaving(navigation))}
      onStopped={setHasStopped}
    />
  );
}

interface LeaveQuestionProps extends Required<Pick<LeaveGuardProps, 'when' | 'isLeaving'>> {
  losses: readonly string[];
  /** Called with whether a navigation has been stopped and waits. */
  onStopped: (hasStopped: boolean) => void;
}

function LeaveQuestion({ when, losses, isLeaving, onStopped }: LeaveQuestionProps) {
  const blocker = useBlocker((navigation) => {
    const isStopped = isLeaving(navigation);
    // The blocker is rendered later, in a transition: what would be lost may be safe by then.
    if (isStopped) onStopped(true);
    return isStopped;
  });
  useEffect(() => {
    if (when || blocker.state !== 'blocked') return;
    onStopped(false);
    blocker.proceed();
  }, [when, blocker, onStopped]);
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  if (!when || blocker.state !== 'blocked') return null;
  const choose = (action: () => void) => () => {
    onStopped(false);
    action();
  };
  return (
    <ConfirmDialog
      title="Leave this page?"
      confirm="Stay"
      onConfirm={choose(blocker.reset)}
      cancel="Leave"
      onCancel={choose(blocker.proceed)}
      onClose={choose(blocker.reset)}
    >
      {losses.map((loss) => (
        <p key={loss}>{loss}</p>
      ))}
    </ConfirmDialog>
  );
}
