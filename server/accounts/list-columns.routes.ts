import type { FastifyInstance } from 'fastify';

import type { ListColumns } from '#contract/portal/accounts.ts';
import { listColumnEndpoints } from '#contract/portal/lists/list-columns.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';

import { findListColumns, saveListColumns } from './list-columns.store.ts';

/** Registers the endpoint that stores the columns of a list. */
export function listColumnRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, listColumnEndpoints.chooseColumns, async ({ caller, readBody }) => {
    const chosen = readBody();
    await saveListColumns(db, caller.accountId, chosen);
  });
}

/** Returns the columns that an account chose last for each list. */
export async function readListColumns(db: Db, accountId: string): Promise<ListColumns> {
  const rows = await findListColumns(db, accountId);
  return Object.fromEntries(rows.map(({ list, columns }) => [list, columns.split('.')]));
}
