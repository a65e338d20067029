import type { Db } from '#server/db/connect.ts';
import { toReader } from '#server/records/list/list-request.ts';
import type { ReadMarkers } from '#server/records/list/row-markers.ts';
import { toScope } from '#server/records/records.policy.ts';

import { findUnread } from './changed.store.ts';
import { findRequested } from './todo.store.ts';
import { presentMarkers } from './unread.presenter.ts';

/**
 * Returns the function that reads which rows of a page are unread, for support none, and on which
 * requests wait for the partner.
 */
export function markerReader(db: Db): ReadMarkers {
  return async (table, rows, caller) => {
    const ids = rows.map(({ id }) => id);
    const [unread, requested] = await Promise.all([
      caller.role === 'support' ? [] : findUnread(db, table, ids, toReader(caller)),
      findRequested(db, table, ids, toScope(caller)),
    ]);
    const markers = presentMarkers({ unread, requested }, caller);
    return (record) => ({ ...record, ...markers(record.id) });
  };
}
