import type { FastifyInstance } from 'fastify';

import { type Home, homeEndpoints } from '#contract/portal/home.ts';
import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { narrowScope } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';

import { presentStageTime } from './home.presenter.ts';
import { utcDay } from './home.rules.ts';
import { listStageTimes } from './home.store.ts';
import { readHome } from './read-home.ts';
import { UnchangedResponses } from './unchanged-responses.ts';
import { saveVisit } from './visits.store.ts';

const recordEndpoints = {
  leads: stageTimeEndpoints.readLeadStageTime,
  deals: stageTimeEndpoints.readDealStageTime,
};

/** Registers the endpoints of the home page, and of the usual time in a record’s status. */
export function homeRoutes(
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): void {
  const responses = new UnchangedResponses<Home>(db);
  route(app, homeEndpoints.readHome, async ({ caller, query }) => {
    const { week = [], today = utcDay(now()), partnerId } = query;
    const scope = narrowScope(caller, partnerId);
    const weeks = [week].flat().toSorted();
    const key = JSON.stringify([caller.accountId, scope, today, weeks]);
    return responses.find(key, async () => readHome({ db, caller, scope, today, weeks }));
  });

  route(app, homeEndpoints.markHomeRead, async ({ caller, readBody }) => {
    const { until } = readBody();
    return { since: (await saveVisit(db, caller.accountId, until)).toISOString() };
  });

  for (const table of recordTables)
    route(app, recordEndpoints[table], async ({ caller, params }) => {
      const record = await findVisible(db, caller, table, params.id);
      const [stage] = await listStageTimes(db, [{ ...record, table }]);
      return { stageTime: presentStageTime(stage) };
    });
}
