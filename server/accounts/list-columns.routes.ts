import type { FastifyInstance } from 'fastify';

import { listColumnEndpoints } from '#contract/portal/list-columns.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';

import { saveListColumns } from './list-columns.store.ts';

/** Registers the endpoint that stores the columns of a list. */
export function listColumnRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, listColumnEndpoints.chooseColumns, async ({ caller, readBody }) => {
    const chosen = readBody();
    await saveListColumns(db, caller.accountId, chosen);
  });
}
