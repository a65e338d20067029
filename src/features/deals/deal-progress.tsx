import type { HistoryEntry } from '#contract/portal/history.ts';
import { dealPath, type DealStatus } from '#contract/v1/values.ts';
import { timeSince } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { useNow } from '#src/ui/elements/time.tsx';
import { StepPath } from '#src/ui/layout/step-path.tsx';

import { type DealPath, readDealPath } from './deal-path.ts';

interface DealProgressProps {
  status: DealStatus;
  /** Since when the deal has had its status. */
  since: string;
  /** The entries of its history with a status, newest first; empty if they are not known. */
  statuses: readonly HistoryEntry[];
}

/** Shows the path of a deal: the steps that its history proves, and when each was reached. */
export function DealProgress({ status, since, statuses }: DealProgressProps) {
  const now = useNow();
  const { done, before } = readDealPath(status, statuses);
  const reached = Array.from(done, ([step, at]) => [step, at] as const);
  const notes = [...reached, [status, since] as const].flatMap(([step, at]) =>
    at === null || at === '' ? [] : [[step, dayText(at, now)] as const],
  );
  return (
    <StepPath
      label="Progress of the deal"
      steps={dealPath}
      current={status}
      done={[...done.keys()]}
      notes={new Map(notes)}
      before={before ? { step: before.status, text: beforeText(before) } : undefined}
    />
  );
}

function beforeText({ status, since, until }: NonNullable<DealPath['before']>): string {
  const duration = since === null ? '' : timeSince(since, Date.parse(until));
  return `It stood at ${status} before${duration === '' ? '' : `, for ${duration}`}.`;
}
