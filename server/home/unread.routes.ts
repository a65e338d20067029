import type { FastifyInstance } from 'fastify';

import { unreadEndpoints } from '#contract/portal/lists/unread.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { recordTables } from '#server/records/record-types.ts';
import { findVisible } from '#server/records/record.store.ts';

import { whoMade } from './home.rules.ts';
import { findUnread, saveRead } from './unread.store.ts';

const endpoints = {
  leads: { list: unreadEndpoints.listUnreadLeads, markRead: unreadEndpoints.markLeadRead },
  deals: { list: unreadEndpoints.listUnreadDeals, markRead: unreadEndpoints.markDealRead },
};

/** Registers the endpoints that say which records are unread, and mark one as read. */
export function unreadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables) {
    const { list, markRead } = endpoints[table];
    route(app, list, async ({ caller, query: { id = [] } }) => {
      const ids = [...new Set([id].flat())];
      const rows = await findUnread(db, table, ids, toReader(caller));
      return rows.map((row) => ({
        id: row.record_id,
        isCreated: row.is_created,
        at: row.at.toISOString(),
        by: whoMade(row, caller),
      }));
    });

    route(app, markRead, async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      await saveRead(db, caller.accountId, id);
    });
  }
}
