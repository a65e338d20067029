import type { FastifyInstance } from 'fastify';

import type { Db } from '#server/db/connect.ts';
import { scheduleEverySecond } from '#server/jobs/scheduled-jobs.ts';

import { addTotalChanges } from './total-changes.store.ts';

/** Schedules the job that keeps the stored totals of lists, which home reads as well. */
export function scheduleTotals(app: FastifyInstance, db: Db): void {
  let mayBeLarge = true;
  scheduleEverySecond(app, 'add up changes of totals', async () => {
    mayBeLarge = await addTotalChanges(db, mayBeLarge);
  });
}
