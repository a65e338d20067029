import type { FastifyInstance } from 'fastify';

import { requestEndpoints } from '#contract/portal/requests.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { findRows } from '#server/home/home.store.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { type RecordTable, recordTables } from '#server/records/record-types.ts';
import { findVisible } from '#server/records/record.store.ts';
import { requireVisible } from '#server/records/records.policy.ts';

import { answerRequest } from './answer-request.ts';
import { presentRequest, presentWaiting } from './requests.presenter.ts';
import { findRequest, listRequestsOn, lockRequest, type RequestRow } from './requests.store.ts';
import {
  countWaitingRequests,
  deleteSnooze,
  listWaitingRequests,
  snoozeRequest,
} from './waiting-requests.store.ts';

/** Registers the endpoints with which the partner’s people read and answer requests. */
export function requestRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  type RecordCall = { readonly caller: Caller; readonly params: { readonly id: string } };
  const listOn =
    (table: RecordTable) =>
    async ({ caller, params }: RecordCall) => {
      const { id } = await findVisible(db, caller, table, params.id);
      const rows = await listRequestsOn(db, id, caller.accountId);
      return rows.map((row) => presentRequest(row, caller));
    };
  route(app, requestEndpoints.listLeadRequests, listOn('leads'));
  route(app, requestEndpoints.listDealRequests, listOn('deals'));

  route(app, requestEndpoints.listWaitingRequests, async ({ caller, query }) => {
    const reader = toReader(caller);
    const [rows, owners] = await Promise.all([
      listWaitingRequests(db, reader, query),
      countWaitingRequests(db, reader),
    ]);
    const ids = rows.map((row) => row.record_id);
    const records = await Promise.all(recordTables.map(async (table) => findRows(db, table, ids)));
    return {
      requests: rows.flatMap((row) => presentWaiting(row, records.flat(), caller)),
      total: owners.reduce((sum, { total }) => sum + total, 0),
      owners:
        caller.role === 'broker'
          ? []
          : owners.map(({ first_due: firstDue, ...owner }) => ({ ...owner, firstDue })),
    };
  });

  /** Changes a request, with its record locked, and returns it. */
  const change = async (
    { caller, params: { id } }: RecordCall,
    act: (tx: Db, row: RequestRow) => Promise<void>,
  ) =>
    db.transaction().execute(async (tx) => {
      const row = requireVisible(caller, await lockRequest(tx, id, caller.accountId), 'request');
      await act(tx, row);
      return presentRequest((await findRequest(tx, id, caller.accountId)) ?? row, caller);
    });

  route(app, requestEndpoints.answerRequest, async (call) =>
    change(call, async (tx, row) => answerRequest(tx, row, call)),
  );

  route(app, requestEndpoints.snoozeRequest, async (call) =>
    change(call, async (tx, row) => {
      const { until } = parseBody(requestEndpoints.snoozeRequest, call.request);
      await snoozeRequest(tx, row, { accountId: call.caller.accountId, until });
    }),
  );

  route(app, requestEndpoints.endSnooze, async (call) =>
    change(call, async (tx, { id }) => deleteSnooze(tx, id, call.caller.accountId)),
  );
}
