import { maxFilteredTotal } from '#contract/v1/paging.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { type Query, queryRows, statement, whereAll } from '#server/db/statement.ts';
import { findListEnd } from '#server/records/committed-time.store.ts';
import {
  joinedOwners,
  type RecordTable,
  type Rows,
  selectRows,
} from '#server/records/records.store.ts';
import {
  readTolerantly,
  type SearchReading,
} from '#server/records/search/tolerant-search.store.ts';

import { canRank, maxRanked } from './found-once.store.ts';
import { countStatement, listConditions, totalStatement } from './list-conditions.store.ts';
import {
  isFiltered,
  type RecordsRequest,
  type PageRequest,
  type ListPosition,
  type ReadRequest,
} from './list-request.ts';
import { readListSizes } from './list-sizes.store.ts';
import { pageStatement } from './page-plans.store.ts';
import { sortValue } from './sort-values.store.ts';

/** One page of a list, in its sort order. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; null when more than {@link maxFilteredTotal} records match the filters. */
  readonly total: number | null;
  /** The places of the pages before and after; `number`: only their number says so. */
  readonly before: ListPosition | 'number' | null;
  readonly after: ListPosition | 'number' | null;
  /** The time before which its records were updated; all pages have that of the first. */
  readonly end?: string | null;
}

/**
 * Reads one page and its total, in one query. A page past the end is empty. A search that finds
 * nothing is repeated so that it tolerates typing errors.
 */
export async function readRecordPage<Table extends RecordTable>(
  database: Database,
  table: Table,
  request: PageRequest,
): Promise<Page<Rows[Table]>> {
  const end = await findListEnd(database.db, request);
  const ended = { ...request, ...(end !== null && { updatedBefore: end }) };
  const page = await readTolerantly(
    database.db,
    ended,
    async (reading) => readKnownPage(database, table, { ...ended, ...reading }),
    ({ total }) => total === 0,
  );
  return { ...page, end };
}

async function readKnownPage<Table extends RecordTable>(
  { db, pool }: Database,
  table: Table,
  request: ReadRequest<PageRequest>,
): Promise<Page<Rows[Table]>> {
  type Row = Rows[Table] & { readonly total: number };
  const { position, page, pageSize, sort } = request;
  const isBackwards = position?.to === 'prev';
  const sizes = await readListSizes(db, table, request);
  const query = pageStatement(table, request, sizes);
  // The prepared query walks an index and is fast whatever the amount of data. Searches, filters
  // and other sort orders have a timeout.
  const rows =
    query.name === undefined
      ? await queryRows<Row>(db, query)
      : (await pool.query<Row>(query)).rows;
  const shown = rows.slice(0, pageSize);
  if (isBackwards) shown.reverse();

  const hasMore = rows.length > pageSize;
  const hasBefore = isBackwards ? hasMore : position !== null || page > 1;
  const at = (row: Row | undefined, to: ListPosition['to']) => {
    if (!row) return null;
    return canRank(request) && row.total <= maxRanked
      ? 'number'
      : { to, value: sortValue(row, table, sort), id: row.id };
  };
  const isNothing = shown.length === 0 && page === 1 && !position;
  const counted = totalStatement(table, { ...request, uploadLookup: sizes.uploadLookup });
  const total = shown[0]?.total ?? (isNothing ? 0 : await readCount(db, counted));
  return {
    rows: shown,
    total: isFiltered(request) && total > maxFilteredTotal ? null : total,
    before: hasBefore ? at(shown[0], 'prev') : null,
    after: isBackwards || hasMore ? at(shown.at(-1), 'next') : null,
  };
}

/** Returns the total that a statement counts. */
export async function readCount(db: Db, query: Query, seconds?: number): Promise<number> {
  const [row] = await queryRows<{ total: number }>(db, query, seconds);
  return row?.total ?? 0;
}

/** How many records are read at once when all are read, and how long that may take, in seconds. */
const recordsAtOnce = 1_000;
export const maxSecondsAtOnce = 30;

/**
 * Yields all records that a request finds, in groups: in the order of creation, newest first, which
 * no change of a record alters.
 */
export async function* everyRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  request: RecordsRequest,
): AsyncGenerator<Rows[Table][]> {
  const rowsAfter = async (reading: SearchReading, after?: Rows[Table]) => {
    const query = nextStatement(table, { ...request, ...reading }, after);
    return queryRows<Rows[Table]>(db, query, maxSecondsAtOnce);
  };
  const found = await readTolerantly(
    db,
    request,
    async (tried) => ({ reading: tried, rows: await rowsAfter(tried) }),
    ({ rows }) => rows.length === 0,
  );
  for (let { rows } = found; rows.length > 0;) {
    yield rows;
    rows = rows.length < recordsAtOnce ? [] : await rowsAfter(found.reading, rows.at(-1));
  }
}

function nextStatement(
  table: RecordTable,
  request: ReadRequest,
  after: Rows[RecordTable] | undefined,
): Query {
  return statement((bind) => {
    const conditions = listConditions(table, request, bind);
    if (after)
      conditions.push(`(r.created_at, r.id) < (${bind(after.created_at)}, ${bind(after.id)})`);
    return `
      ${selectRows(table)} from ${table} as r ${joinedOwners}
      ${whereAll(conditions)} order by r.created_at desc, r.id desc limit ${recordsAtOnce}`;
  });
}

/** Returns how many records a request finds. */
export async function countRecords(db: Db, table: RecordTable, request: RecordsRequest) {
  return readTolerantly(
    db,
    request,
    async (reading) => readCount(db, countStatement(table, { ...request, ...reading })),
    (total) => total === 0,
  );
}
