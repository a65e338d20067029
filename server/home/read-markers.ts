import type { Db } from '#server/db/connect.ts';
import { findFollowUpDays } from '#server/follow-ups/follow-ups.store.ts';
import { toReader } from '#server/records/list/list-request.ts';
import type { ReadMarkers } from '#server/records/list/row-markers.ts';
import { toScope } from '#server/records/records.policy.ts';

import { findUnread } from './changed.store.ts';
import { presentMarkers } from './row-markers.presenter.ts';
import { findRequested } from './todo.store.ts';

/**
 * Returns the function that reads which rows of a page are unread, on which requests wait for the
 * partner, and which the reader follows up. Support has no unread rows and no follow-ups.
 */
export function markerReader(db: Db): ReadMarkers {
  return async (table, rows, caller) => {
    const ids = rows.map(({ id }) => id);
    const isSupport = caller.role === 'support';
    const [unread, requested, followed] = await Promise.all([
      isSupport ? [] : findUnread(db, table, ids, toReader(caller)),
      findRequested(db, table, ids, toScope(caller)),
      isSupport ? [] : findFollowUpDays(db, ids, caller.accountId),
    ]);
    const markers = presentMarkers({ unread, requested, followed }, caller);
    return (record) => ({ ...record, ...markers(record.id) });
  };
}
