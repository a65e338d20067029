import type { FastifyInstance } from 'fastify';

import { type BoardQuery, dealEndpoints } from '#contract/portal/deals.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { listStageTimes, presentStageTime, type StageTimeRow } from '#server/home/home.store.ts';
import { route } from '#server/http/routes.ts';
import { countGroups } from '#server/records/list/list-counts.store.ts';
import { isOfOnePartner } from '#server/records/list/list-groups.store.ts';
import { toReader } from '#server/records/list/list-request.ts';

/** Registers the endpoint of the board. Its cards are those of the list, page by page. */
export function dealsBoardRoutes(app: FastifyInstance, { db }: Database): void {
  route(app, dealEndpoints.readDealsBoard, async ({ caller, query }) => {
    const request = { ...query, ...toReader(caller) };
    const amount = isOfOnePartner(request) ? 'sum(r.amount)' : 'null';
    const rows = await countGroups<{ status: string; total: number; amount: string | null }>(
      db,
      'deals',
      request,
      (where) => `
        select r.status, count(*)::integer as total, ${amount}::text as amount
        from deals as r ${where} group by r.status`,
    );
    const found = new Map(rows.map((row) => [row.status, row]));
    const usual = await usualTimes(db, caller, query, [...found.keys()]);
    const shown = query.status.length === 0 ? dealStatuses : query.status;
    return {
      columns: dealStatuses
        .filter((status) => shown.includes(status))
        .map((status) => ({
          status,
          total: found.get(status)?.total ?? 0,
          amount: found.get(status)?.amount ?? null,
          stageTime: presentStageTime(usual.find((stage) => stage.status === status)),
        })),
    };
  });
}

/** Returns the usual times in these statuses, if the deals are those of a partner known by id. */
async function usualTimes(
  db: Db,
  caller: Caller,
  { brokerId }: BoardQuery,
  statuses: readonly string[],
): Promise<StageTimeRow[]> {
  const partnerId = caller.role === 'support' ? brokerId : caller.partnerId;
  if (partnerId === '') return [];
  return listStageTimes(
    db,
    statuses.map((status) => ({ table: 'deals', partner_id: partnerId, status })),
  );
}
