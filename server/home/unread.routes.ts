import type { FastifyInstance } from 'fastify';

import { unreadEndpoints } from '#contract/portal/unread.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { recordTables } from '#server/records/records.store.ts';

import { saveRead } from './changed.store.ts';

const endpoints = {
  leads: unreadEndpoints.markLeadRead,
  deals: unreadEndpoints.markDealRead,
};

/** Registers the endpoints that mark a record as read. */
export function unreadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables)
    route(app, endpoints[table], async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      await saveRead(db, caller.accountId, id);
    });
}
