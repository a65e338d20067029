import type { FastifyInstance } from 'fastify';

import { todoEndpoints } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { narrowScope } from '#server/records/records.policy.ts';

import { utcDay } from './home.rules.ts';
import { readTodo } from './read-todo.ts';

/** Registers the endpoint of the list of waiting records. */
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
}
