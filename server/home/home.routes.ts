import type { FastifyInstance } from 'fastify';

import { type Home, homeEndpoints } from '#contract/portal/home.ts';
import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/time-limit.ts';
import { route } from '#server/http/routes.ts';
import { scheduleEverySecond } from '#server/jobs/scheduled-jobs.ts';
import { recordTables } from '#server/records/record-types.ts';
import { findVisible } from '#server/records/record.store.ts';

import { narrowScope } from './home.rules.ts';
import { readHome } from './read-home.ts';
import { listStageTimes, presentStageTime } from './stage-times.store.ts';
import { addTotalChanges } from './totals.store.ts';
import { UnchangedResponses } from './unchanged-responses.ts';
import { saveVisit } from './visits.store.ts';

const recordEndpoints = {
  leads: stageTimeEndpoints.readLeadStageTime,
  deals: stageTimeEndpoints.readDealStageTime,
};

/**
 * Registers the endpoints of the home page, and of the usual time in a record’s status; and the
 * job that keeps the totals of the home page.
 */
export function homeRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  let mayBeLarge = true;
  scheduleEverySecond(app, 'add up changes of totals', async () => {
    mayBeLarge = await addTotalChanges(db, mayBeLarge);
  });

  const responses = new UnchangedResponses<Home>(db);
  route(app, homeEndpoints.readHome, async ({ caller, query }) => {
    const { week = [], partnerId } = query;
    const scope = narrowScope(caller, partnerId);
    const weeks = [week].flat().toSorted();
    const key = JSON.stringify([caller.accountId, scope, weeks]);
    return responses.find(key, async () =>
      withinTime(db, async (tx) => readHome({ db: tx, caller, scope, weeks })),
    );
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
