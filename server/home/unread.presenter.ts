import type { RecordMarkers } from '#contract/portal/unread.ts';
import type { Caller } from '#server/auth/caller.ts';

import type { UnreadRow } from './changed.store.ts';
import { whoMade } from './home.rules.ts';
import type { WaitingRow } from './todo.store.ts';

/** The records to mark in a list. */
interface MarkedRows {
  readonly unread: readonly UnreadRow[];
  /** Those on which requests wait. */
  readonly asked: readonly Pick<WaitingRow, 'id' | 'since'>[];
}

/** Returns which records are marked, and why; a colleague is named only within the partner. */
export function presentMarkers({ unread, asked }: MarkedRows, caller: Caller): RecordMarkers {
  return {
    unread: unread.map((row) => ({
      id: row.record_id,
      isCreated: row.is_created,
      at: row.at.toISOString(),
      by: whoMade(row, caller),
    })),
    asked: asked.map(({ id, since }) => ({ id, since: since.toISOString() })),
  };
}
