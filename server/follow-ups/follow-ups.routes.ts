import type { FastifyInstance } from 'fastify';

import { followUpEndpoints } from '#contract/portal/follow-ups.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { lockRecord, recordTables } from '#server/records/records.store.ts';

import { deleteFollowUp, findFollowUpDay, findHandBack, saveFollowUp } from './follow-ups.store.ts';

const endpoints = {
  leads: {
    read: followUpEndpoints.readLeadFollowUp,
    set: followUpEndpoints.setLeadFollowUp,
    clear: followUpEndpoints.clearLeadFollowUp,
  },
  deals: {
    read: followUpEndpoints.readDealFollowUp,
    set: followUpEndpoints.setDealFollowUp,
    clear: followUpEndpoints.clearDealFollowUp,
  },
};

/** Registers the endpoints of the day on which a person follows up a record. */
export function followUpRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables) {
    const { read, set, clear } = endpoints[table];
    route(app, read, async ({ caller, params }) => {
      const record = await findVisible(db, caller, table, params.id);
      const day = await findFollowUpDay(db, record, caller.accountId);
      const handedBack = await findHandBack(db, record);
      return { day, handedBackAt: handedBack?.toISOString() ?? null };
    });
    route(app, set, async ({ caller, params, readBody }) =>
      db.transaction().execute(async (tx) => {
        const record = await findVisible(tx, caller, table, params.id);
        const { day } = readBody();
        // After what the operator is doing to the record, which would show it again.
        await lockRecord(tx, table, record.id);
        await saveFollowUp(tx, record, { accountId: caller.accountId, day });
      }),
    );
    route(app, clear, async ({ caller, params }) => {
      const record = await findVisible(db, caller, table, params.id);
      await deleteFollowUp(db, record, caller.accountId);
    });
  }
}
