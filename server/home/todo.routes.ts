import type { FastifyInstance } from 'fastify';

import { todoEndpoints } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { findVisible, lockRecord, recordTables } from '#server/records/records.store.ts';

import { narrowScope, utcDay } from './home.rules.ts';
import { readTodo } from './read-todo.ts';
import { deleteSnooze, saveSnooze } from './todo.store.ts';

const endpoints = {
  leads: { snooze: todoEndpoints.snoozeLead, end: todoEndpoints.endLeadSnooze },
  deals: { snooze: todoEndpoints.snoozeDeal, end: todoEndpoints.endDealSnooze },
};

/** Registers the endpoints of the list of waiting records, and of snoozing them. */
export function todoRoutes(
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): void {
  route(app, todoEndpoints.listTodo, async ({ caller, query }) => {
    const { page, pageSize, today = utcDay(now()), partnerId } = query;
    const scope = narrowScope(caller, partnerId);
    const offset = (page - 1) * pageSize;
    return (await readTodo({ db, caller, scope, today }, { limit: pageSize, offset })).todo;
  });

  for (const table of recordTables) {
    const { snooze, end } = endpoints[table];
    route(app, snooze, async ({ caller, params, readBody }) =>
      db.transaction().execute(async (tx) => {
        const record = await findVisible(tx, caller, table, params.id);
        const { until } = readBody();
        // After what the operator is doing to the record, which would end it.
        await lockRecord(tx, table, record.id);
        await saveSnooze(tx, record, { accountId: caller.accountId, until });
      }),
    );
    route(app, end, async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      await deleteSnooze(db, id, caller.accountId);
    });
  }
}
