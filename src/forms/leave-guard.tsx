import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';

import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/lib/use-store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  when: boolean;
  /** What would be lost, as a sentence: "What you changed is not saved yet." */
  loss: string;
}

/**
 * The ids of the active guards, oldest first. The router allows one blocker at a time, so the first
 * guard asks on behalf of all.
 */
const guards = createStore<readonly string[]>([]);

/**
 * Asks for confirmation before the person navigates to another page or closes the window while
 * something would be lost. A page can have any number of guards.
 */
export function LeaveGuard({ when, loss }: LeaveGuardProps) {
  const id = useId();
  const [first] = useStore(guards);
  useEffect(() => {
    if (!when) return undefined;
    guards.set([...guards.get(), id]);
    return () => guards.set(guards.get().filter((guard) => guard !== id));
  }, [when, id]);

  return when && first === id ? <LeaveQuestion loss={loss} /> : null;
}

function LeaveQuestion({ loss }: { loss: string }) {
  // The page of a list, a tab or a filter are in the query string; changing them does not unmount
  // the form.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title="Leave this page?"
      onClose={blocker.reset}
      actions={
        <>
          <Button variant="main" onClick={blocker.reset}>
            Stay
          </Button>
          <Button onClick={blocker.proceed}>Leave</Button>
        </>
      }
    >
      <p>{loss}</p>
    </Dialog>
  );
}
