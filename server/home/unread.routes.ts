import type { FastifyInstance } from 'fastify';

import { unreadEndpoints, type UnreadRecord } from '#contract/portal/lists/unread.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/record.store.ts';
import { scopeOf } from '#server/records/records.policy.ts';

import { whoMade } from './home.rules.ts';
import type { Table } from './home.store.ts';
import { listUnread, saveRead } from './unread.store.ts';

/** Registers the endpoints that say which records are unread, and mark one as read. */
export function unreadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const readUnread = async (
    caller: Caller,
    table: Table,
    ids: readonly string[],
  ): Promise<UnreadRecord[]> => {
    const reader = { scope: scopeOf(caller), readerId: caller.accountId };
    const rows = await listUnread(db, table, [...new Set(ids)], reader);
    return rows.map((row) => ({
      id: row.record_id,
      isCreated: row.is_created,
      at: row.at.toISOString(),
      by: whoMade(row, caller),
    }));
  };

  route(app, unreadEndpoints.listUnreadLeads, async ({ caller, query: { id = [] } }) =>
    readUnread(caller, 'leads', [id].flat()),
  );

  route(app, unreadEndpoints.listUnreadDeals, async ({ caller, query: { id = [] } }) =>
    readUnread(caller, 'deals', [id].flat()),
  );

  route(app, unreadEndpoints.markLeadRead, async ({ caller, params }) => {
    const { id } = await findVisible(db, caller, 'leads', params.id);
    await saveRead(db, caller.accountId, id);
  });

  route(app, unreadEndpoints.markDealRead, async ({ caller, params }) => {
    const { id } = await findVisible(db, caller, 'deals', params.id);
    await saveRead(db, caller.accountId, id);
  });
}
