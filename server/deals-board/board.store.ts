import type { Db } from '#server/db/connect.ts';
import { filters, type ListRequest } from '#server/records/list/page-query.ts';
import { readTolerantly, type SearchReading } from '#server/records/search/tolerant-search.ts';
import { readRows, statement } from '#server/records/statement.ts';

/** How many deals have a status. */
export interface StatusRow {
  readonly status: string;
  readonly total: number;
  /** The sum of their amounts, with two decimals; null without amounts, or if no sum is wanted. */
  readonly amount: string | null;
}

/** Counts the deals that match the filters by status, and sums their amounts if `hasSums`. */
export async function countDealStatuses(
  db: Db,
  request: ListRequest,
  hasSums: boolean,
): Promise<StatusRow[]> {
  return readTolerantly(
    db,
    request,
    async (reading) => countStatuses(db, { ...request, ...reading }, hasSums),
    (rows) => rows.length === 0,
  );
}

async function countStatuses(
  db: Db,
  request: ListRequest & SearchReading,
  hasSums: boolean,
): Promise<StatusRow[]> {
  const query = statement((bind) => {
    const conditions = filters({ table: 'deals' }, request, bind);
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    return `
      select r.status, count(*)::integer as total, ${hasSums ? 'sum(r.amount)' : 'null'}::text as amount
      from deals as r ${where} group by r.status`;
  });
  return readRows<StatusRow>(db, query);
}
