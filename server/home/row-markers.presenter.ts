import type { RowMarkers } from '#contract/portal/row-markers.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { FollowUpRow } from '#server/follow-ups/follow-ups.store.ts';

import type { UnreadRow } from './changed.store.ts';
import { whoMade } from './home.rules.ts';
import type { WaitingRecordRow } from './todo.store.ts';

/** The marked records of a page. */
interface MarkedRows {
  readonly unread: readonly UnreadRow[];
  /** Those on which requests wait. */
  readonly requested: readonly Pick<WaitingRecordRow, 'id' | 'since'>[];
  /** Those that the caller follows up. */
  readonly followed: readonly Pick<FollowUpRow, 'id' | 'day'>[];
}

/**
 * Returns the function that returns what marks a record of the page, by its id; a colleague is
 * named only within the partner.
 */
export function presentMarkers({ unread, requested, followed }: MarkedRows, caller: Caller) {
  const unreadById = new Map(
    unread.map((row) => [row.record_id, { isCreated: row.is_created, ...whoMade(row, caller) }]),
  );
  const since = new Map(requested.map((row) => [row.id, row.since.toISOString()]));
  const days = new Map(followed.map((row) => [row.id, row.day]));
  return (id: string): RowMarkers => ({
    unread: unreadById.get(id) ?? null,
    requestedSince: since.get(id) ?? null,
    followUp: days.get(id) ?? null,
  });
}
