import type { FastifyInstance } from 'fastify';

import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import {
  listRememberedChoices,
  saveRememberedChoices,
} from '#server/bulk-uploads/remembered-choices.store.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';

/** Registers the routes of the choices remembered for a partner's later files. */
export function rememberedChoicesRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, bulkUploadEndpoints.readRememberedChoices, async ({ caller }) =>
    listRememberedChoices(db, caller.partnerId),
  );

  route(app, bulkUploadEndpoints.rememberChoices, async ({ caller, readBody }) => {
    const choices = readBody();
    return db.transaction().execute(async (tx) => {
      await saveRememberedChoices(tx, caller, choices);
      return listRememberedChoices(tx, caller.partnerId);
    });
  });
}
