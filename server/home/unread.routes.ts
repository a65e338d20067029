import type { FastifyInstance } from 'fastify';

import { unreadEndpoints } from '#contract/portal/unread.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { toScope } from '#server/records/records.policy.ts';
import { findVisible, recordTables } from '#server/records/records.store.ts';

import { findUnread, saveRead } from './changed.store.ts';
import { findRequested } from './todo.store.ts';
import { presentMarkers } from './unread.presenter.ts';

const endpoints = {
  leads: { list: unreadEndpoints.listLeadMarkers, markRead: unreadEndpoints.markLeadRead },
  deals: { list: unreadEndpoints.listDealMarkers, markRead: unreadEndpoints.markDealRead },
};

/** Registers the endpoints that say which records are unread or asked for, and mark one as read. */
export function unreadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables) {
    const { list, markRead } = endpoints[table];
    route(app, list, async ({ caller, query: { id = [] } }) => {
      const ids = [...new Set([id].flat())];
      const [unread, asked] = await Promise.all([
        caller.role === 'support' ? [] : findUnread(db, table, ids, toReader(caller)),
        findRequested(db, table, ids, toScope(caller)),
      ]);
      return presentMarkers({ unread, asked }, caller);
    });

    route(app, markRead, async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      await saveRead(db, caller.accountId, id);
    });
  }
}
