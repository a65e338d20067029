import type { FastifyInstance } from 'fastify';

import { searchEndpoints, searchLimits } from '#contract/portal/search.ts';
import type { Db } from '#server/db/connect.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { toScope } from '#server/records/records.policy.ts';

import { findRecords } from './find-records.ts';

/** Registers the search of leads and deals together. */
export function searchRoutes(app: FastifyInstance, db: Db): void {
  route(app, searchEndpoints.searchRecords, async ({ caller, request }) => {
    const { q, limit = searchLimits.records } = parseBody(searchEndpoints.searchRecords, request);
    return findRecords(db, { scope: toScope(caller), q, limit });
  });
}
