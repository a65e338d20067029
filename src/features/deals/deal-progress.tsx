import type { HistoryEntry, HistoryChange } from '#contract/portal/history.ts';
import { dealPath, type DealStatus } from '#contract/v1/values.ts';
import { timeSince } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { useNow } from '#src/ui/elements/time.tsx';
import { StepPath } from '#src/ui/layout/step-path.tsx';

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

function beforeText({ status, since, until }: NonNullable<ReturnType<typeof stepBefore>>): string {
  const duration = since === null ? '' : timeSince(since, Date.parse(until));
  return `It stood at ${status} before${duration === '' ? '' : `, for ${duration}`}.`;
}

/**
 * Returns what a deal's history, newest first, proves of its path: the steps that the deal has
 * passed and when it reached each, null if that isn't known; for a deal that stands off the path,
 * at which step it stood before, since when, until when. Without history nothing is proven: a
 * status alone doesn't say that the earlier ones were reached.
 */
export function readDealPath(status: DealStatus, history: readonly HistoryEntry[]) {
  const changes = history.flatMap(({ at, changes: all }) =>
    all.filter(({ field }) => field === 'status').map((change) => ({ ...change, at })),
  );
  const before = isStep(status) ? null : stepBefore(changes);
  const end = before ? dealPath.indexOf(before.status) + 1 : dealPath.indexOf(status);
  const done = new Map<DealStatus, string | null>();
  for (const { from, to, fromSince, at } of changes.toReversed()) {
    // The statuses in the order in which they were reached; a later time replaces an earlier one.
    if (isStep(from)) done.set(from, fromSince ?? done.get(from) ?? null);
    if (isStep(to)) done.set(to, at);
  }
  const passed = dealPath.slice(0, Math.max(end, 0)).filter((step) => done.has(step));
  return { done: new Map(passed.map((step) => [step, done.get(step) ?? null])), before };
}

/** Returns the step at which a deal stood before it left the path. */
function stepBefore(changes: readonly (HistoryChange & { readonly at: string })[]) {
  for (const { from, fromSince, at } of changes)
    if (isStep(from)) return { status: from, since: fromSince ?? null, until: at };
  return null;
}

function isStep(status: unknown): status is DealStatus {
  return dealPath.some((step) => step === status);
}
