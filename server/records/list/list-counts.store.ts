import type { StatusCount } from '#contract/portal/list-counts.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { readTolerantly, type SearchReading } from '#server/records/search/tolerant-search.ts';
import { readRows, statement } from '#server/records/statement.ts';

import { filters, type ListRequest, totalQuery } from './page-query.ts';
import { isByStatus, storedTotals } from './stored-totals.ts';

/** Counts the records that match the filters, by status and sub-status. */
export async function countByStatus(
  db: Db,
  table: 'leads' | 'deals',
  request: ListRequest,
): Promise<StatusCount[]> {
  return readTolerantly(
    db,
    request,
    async (reading) => countStatuses(db, table, { ...request, ...reading }),
    (counts) => counts.length === 0,
  );
}

async function countStatuses(
  db: Db,
  table: 'leads' | 'deals',
  request: ListRequest & SearchReading,
): Promise<StatusCount[]> {
  return readRows(
    db,
    statement((bind) => {
      const conditions = filters({ table }, request, bind);
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
      const [source, number] = isByStatus(table, request)
        ? [storedTotals(request), 'sum(r.total)']
        : [table, 'count(*)'];
      return `
        select r.status, r.sub_status as "subStatus", ${number}::integer as total
        from ${source} as r ${where} group by 1, 2 having ${number} > 0`;
    }),
  );
}

/** In seconds: the side bar shows no number rather than a late one. */
const maxCountSeconds = 2;

/**
 * Counts the records that match the filters, at most one more than `limit`. Returns null if that
 * takes too long.
 */
export async function countMatches(
  db: Db,
  table: 'leads' | 'deals',
  request: ListRequest,
  limit: number,
): Promise<number | null> {
  const listing = { table, totals: table === 'leads' ? 'lead_totals' : 'deal_totals' } as const;
  const count = async (reading: SearchReading) => {
    const query = totalQuery(listing, { ...request, ...reading }, limit);
    const [row] = await readRows<{ total: number }>(db, query, maxCountSeconds);
    return Math.min(row?.total ?? 0, limit + 1);
  };
  try {
    return await readTolerantly(db, request, count, (total) => total === 0);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'query-too-slow') return null;
    throw error;
  }
}
