import type { StatusCount } from '#contract/portal/list-counts.ts';
import type { Db } from '#server/db/connect.ts';
import { queryRows, whereAll } from '#server/db/statement.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { RecordTable } from '#server/records/records.store.ts';
import { readTolerantly } from '#server/records/search/tolerant-search.store.ts';

import { listConditions, totalStatement } from './list-conditions.store.ts';
import type { RecordsRequest } from './list-request.ts';
import { readCount } from './list.store.ts';
import { isByStatus, storedTotals } from './stored-totals.store.ts';

/** A status and sub-status of records. */
export interface RecordStatuses {
  readonly table: RecordTable;
  readonly status: string;
  readonly sub_status: string;
}

/** How many records of an owner match the filters. */
export interface OwnerCount {
  readonly table: RecordTable;
  readonly owner: string;
  readonly total: number;
}

/** Counts the records that match the filters, by status and sub-status. */
export async function countByStatus(db: Db, table: RecordTable, request: RecordsRequest) {
  const [source, number] = isByStatus(request)
    ? [storedTotals(table, request), 'sum(r.total)']
    : [table, 'count(*)'];
  return countGroups<StatusCount>(
    db,
    table,
    request,
    (where) => `
    select r.status, r.sub_status as "subStatus", ${number}::integer as total
    from ${source} as r ${where} group by 1, 2 having ${number} > 0`,
  );
}

/**
 * Counts the records that match filters by status, by contact or partner, and returns in which
 * statuses there are any. They are the stored totals of the lists.
 */
export async function countByOwner(
  db: Db,
  table: RecordTable,
  request: RecordsRequest,
  level: 'contacts' | 'partners',
): Promise<{ readonly owners: OwnerCount[]; readonly statuses: RecordStatuses[] }> {
  const owner = level === 'contacts' ? 'r.contact_id' : 'r.partner_id';
  const rows = await countGroups<
    (OwnerCount & { status: null }) | (RecordStatuses & { owner: null })
  >(
    db,
    table,
    request,
    (where) => `
    select '${table}' as table, ${owner} as owner, r.status, r.sub_status, sum(r.total)::integer as total
    from ${storedTotals(table, request, level)} as r ${where}
    group by grouping sets ((${owner}), (r.status, r.sub_status)) having sum(r.total) > 0`,
  );
  return {
    owners: rows.flatMap((row) => (row.status === null ? [row] : [])),
    statuses: rows.flatMap((row) => (row.status === null ? [] : [row])),
  };
}

/** Runs a statement about the groups of all records that match the filters. */
export async function countGroups<Row>(
  db: Db,
  table: RecordTable,
  request: RecordsRequest,
  write: (where: string) => string,
): Promise<Row[]> {
  return readTolerantly(
    db,
    request,
    async (reading) =>
      queryRows<Row>(db, (bind) =>
        write(whereAll(listConditions(table, { ...request, ...reading }, bind))),
      ),
    (rows) => rows.length === 0,
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
  table: RecordTable,
  request: RecordsRequest,
  limit: number,
): Promise<number | null> {
  try {
    return await readTolerantly(
      db,
      request,
      async (reading) => {
        const query = totalStatement(table, { ...request, ...reading }, limit);
        return Math.min(await readCount(db, query, maxCountSeconds), limit + 1);
      },
      (total) => total === 0,
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'query-too-slow') return null;
    throw error;
  }
}
