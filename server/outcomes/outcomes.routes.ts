import type { FastifyInstance } from 'fastify';

import { outcomeEndpoints } from '#contract/portal/outcomes.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { recordTables } from '#server/records/records.store.ts';

import { recordOutcome } from './record-outcome.ts';

const endpoints = {
  leads: outcomeEndpoints.recordLeadOutcome,
  deals: outcomeEndpoints.recordDealOutcome,
};

/** Registers the endpoints that record what became of a call or an email. */
export function outcomeRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables) {
    const endpoint = endpoints[table];
    route(app, endpoint, async ({ caller, params, readBody, request, reply }) => {
      const { id } = params;
      const recorded = await withIdempotency(db, { endpoint, caller, request }, (tx) =>
        recordOutcome(tx, { caller, table, id, body: readBody() }),
      );
      echoKey(request, reply);
      return recorded;
    });
  }
}
