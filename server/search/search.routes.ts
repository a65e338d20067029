import type { FastifyInstance } from 'fastify';

import { searchEndpoints, searchLimits } from '#contract/portal/search.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';
import { searchTerms } from '#server/records/search/search-terms.ts';
import {
  readTolerantly,
  type SearchReading,
} from '#server/records/search/tolerant-search.store.ts';

import { presentFound } from './search.presenter.ts';
import { listFields, matchFields } from './search.rules.ts';
import { listCandidates } from './search.store.ts';

/** Registers the search of leads and deals together. */
export function searchRoutes(app: FastifyInstance, { db }: Database): void {
  route(app, searchEndpoints.searchRecords, async ({ caller, readBody }) => {
    const { q, limit = searchLimits.records } = readBody();
    const scope = toScope(caller);
    return findRecords(db, { scope, q, limit });
  });
}

/** The search, its reader, and the number of records to return. */
interface FindRequest {
  readonly scope: Scope;
  readonly q: string;
  readonly limit: number;
}

/**
 * Returns the leads and deals within a scope that match a search, the best first. Where none does,
 * typing errors are tolerated.
 */
export async function findRecords(db: Db, request: FindRequest) {
  return readTolerantly(
    db,
    request,
    async (reading) => rankRecords(db, request, reading),
    ({ records }) => records.length === 0,
  );
}

async function rankRecords(db: Db, { scope, q, limit }: FindRequest, reading: SearchReading) {
  const terms = searchTerms(q);
  if (!terms) return { records: [], isTolerant: false };
  const found = await Promise.all(
    recordTables.map(async (table) => listCandidates(db, table, { scope, q, ...reading })),
  );
  const isSupport = 'everything' in scope;
  const names = isSupport
    ? (['contact', 'partner'] as const)
    : 'partnerId' in scope
      ? (['contact'] as const)
      : [];
  const records = found
    .flat()
    .map((row) => ({ row, match: matchFields(listFields(row, names), terms) }))
    // The patterns of the index also find a few words with more errors.
    .filter(({ match }) => !reading.isTolerant || match.isWhole)
    .toSorted(
      (one, other) =>
        other.match.score - one.match.score ||
        Number(other.row.created_at) - Number(one.row.created_at),
    )
    .slice(0, limit)
    .map(({ row, match }) => presentFound(row, match.best, isSupport));
  return { records, isTolerant: reading.isTolerant };
}
