import type { HistoryChange, HistoryEntry } from '#contract/portal/history.ts';
import { type DealStatus, dealPath } from '#contract/v1/values.ts';

/** The steps of a deal that its history proves. */
export interface DealPath {
  /** The steps that the deal has passed, and when it reached each; null if that isn't known. */
  readonly done: ReadonlyMap<DealStatus, string | null>;
  /** For a deal that stands off the path: at which step it stood before, since when, until when. */
  readonly before: {
    readonly status: DealStatus;
    readonly since: string | null;
    readonly until: string;
  } | null;
}

/**
 * Returns what a deal's history, newest first, proves of its path. Without history nothing is
 * proven: a status alone doesn't say that the earlier ones were reached.
 */
export function readDealPath(status: DealStatus, history: readonly HistoryEntry[]): DealPath {
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
function stepBefore(
  changes: readonly (HistoryChange & { readonly at: string })[],
): DealPath['before'] {
  for (const { from, fromSince, at } of changes)
    if (isStep(from)) return { status: from, since: fromSince ?? null, until: at };
  return null;
}

function isStep(status: unknown): status is DealStatus {
  return dealPath.some((step) => step === status);
}
