import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { followChanges } from '#src/api/live/follow-changes.ts';
import { type LiveUpdates, useLiveUpdates } from '#src/api/live/live-updates.ts';
import { clockTime } from '#src/lib/dates.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { useNow } from '#src/ui/elements/now.ts';

import s from './live.module.css';

/** How long a connection may be lost before it is mentioned, in milliseconds. */
const mentionedAfterMs = 5_000;

/**
 * Follows the changes of records, and says so where the page is not, or only regularly, up to date.
 * It comes last on the page, so that nothing moves when it appears.
 */
export function Live({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const { account, capabilities } = session;
  const { liveChanges } = capabilities;
  useEffect(
    () => followChanges(queryClient, account.id, liveChanges),
    [queryClient, account.id, liveChanges],
  );
  const updates = useLiveUpdates();
  const isOff = useIsOff(updates);
  const now = useNow();
  if (updates.kind === 'polled')
    return (
      <p className={`${s.line} soft small`}>
        Refreshed every 30&nbsp;s, last at {clockTime(updates.at, Math.max(now, updates.at))}
      </p>
    );
  if (updates.kind !== 'stream' || !isOff) return null;
  const { until, isSignedOut } = updates.status;
  return (
    <p className={`${s.off} card soft small`}>
      Live updates have been off since {clockTime(until, Math.max(now, until))}
      {isSignedOut ? ': your session has ended' : '; trying again\u00A0…'}
    </p>
  );
}

/** Returns whether the connection has been lost for a while. Announces it, and its return. */
function useIsOff(updates: LiveUpdates): boolean {
  const isLost = updates.kind === 'stream' && !updates.status.isOn;
  const [isOff, setOff] = useState(false);
  if (isOff && !isLost) setOff(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setTimeout(() => setOff(true), mentionedAfterMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  useEffect(() => {
    if (!isOff) return undefined;
    announce('Live updates are off');
    return () => announce('Live updates are on again');
  }, [isOff]);
  return isOff;
}
