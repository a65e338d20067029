import type { FastifyInstance } from 'fastify';

import { requestEndpoints } from '#contract/portal/requests.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import { findVisible } from '#server/records/record.store.ts';
import { requireVisible } from '#server/records/records.policy.ts';

import { answerRequest } from './answer-request.ts';
import { presentRequest } from './requests.policy.ts';
import { findRequest, listRequestsOn, lockRequest } from './requests.store.ts';

/** Registers the endpoints with which the partner’s people read and answer requests. */
export function requestRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  type RecordCall = { readonly caller: Caller; readonly params: { readonly id: string } };
  const listOn =
    (table: RecordTable) =>
    async ({ caller, params }: RecordCall) => {
      const { id } = await findVisible(db, caller, table, params.id);
      const rows = await listRequestsOn(db, id);
      return rows.map((row) => presentRequest(row, caller));
    };
  route(app, requestEndpoints.listLeadRequests, listOn('leads'));
  route(app, requestEndpoints.listDealRequests, listOn('deals'));

  route(app, requestEndpoints.answerRequest, async (call) => {
    const { caller, params } = call;
    return db.transaction().execute(async (tx) => {
      const row = requireVisible(caller, await lockRequest(tx, params.id), 'request');
      await answerRequest(tx, row, call);
      return presentRequest((await findRequest(tx, params.id)) ?? row, caller);
    });
  });
}
