import { sql } from 'kysely';

import { maxFilteredTotal } from '#contract/v1/lists.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { findListEnd } from '#server/records/committed-time.ts';
import type { Owned } from '#server/records/records.policy.ts';
import { readTolerantly, type SearchReading } from '#server/records/search/tolerant-search.ts';
import { readRows } from '#server/records/statement.ts';

import { fewRecords } from './few-records.ts';
import { canRank, maxRanked } from './found-once.ts';
import {
  countQuery,
  isFiltered,
  type Listing,
  type ListRequest,
  type NamedPageRequest,
  nextRecordsQuery,
  pageQuery,
  type PageRequest,
  type Position,
  totalQuery,
} from './page-query.ts';
import { sortValue } from './sort-values.ts';

export type { Listing, PageRequest, Position } from './page-query.ts';

/** What leads and deals have in common, with the names of the partner and the contact. */
export interface RecordRow extends Owned {
  readonly id: string;
  readonly partner_name: string;
  readonly contact_first_name: string;
  readonly contact_last_name: string;
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly last_activity_at: Date | null;
  readonly last_call_at: Date | null;
  readonly calls_made: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly updated_at: Date;
  readonly updated_by: string;
  readonly version: number;
  readonly operator_fields: Readonly<Record<string, unknown>>;
}

/** The columns of a {@link RecordRow}, for the `select` of a {@link Listing}. */
export const recordColumns = `
  r.id, r.partner_id, partners.name as partner_name, r.contact_id, contacts.first_name as contact_first_name,
  contacts.last_name as contact_last_name, r.status, r.sub_status, r.status_since, r.sub_status_since, r.last_activity_at,
  r.last_call_at, r.calls_made, r.created_at, r.created_by, r.updated_at, r.updated_by, r.version, r.operator_fields`;

/** Returns a record by id, whoever owns it. */
export async function findRecord<Row extends RecordRow>(
  db: Db,
  { table, select }: Listing,
  id: string,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    ${sql.raw(select)}
    from ${sql.table(table)} as r
    join contacts on contacts.id = r.contact_id
    join partners on partners.id = r.partner_id
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the columns that record a change by a key of the operator (decision 33). */
export function changedByOperator(keyId: string) {
  return {
    updated_by: keyId,
    updated_via: 'operator',
    version: sql<number>`version + 1`,
  } as const;
}

/** Returns the columns of one call more, made at a time. */
export function oneCallMore(at: Date) {
  return {
    calls_made: sql<number>`calls_made + 1`,
    last_call_at: sql<Date>`greatest(last_call_at, ${at})`,
  };
}

/** One page of a list, in its sort order. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; null when more than {@link maxFilteredTotal} records match the filters. */
  readonly total: number | null;
  /** Where the pages before and after are; `number`: only their number says so. */
  readonly before: Position | 'number' | null;
  readonly after: Position | 'number' | null;
  /** Before which time its records were updated: that of the first page, for all the others. */
  readonly end?: string | null;
}

/**
 * Reads one page and its total, in one query. A page past the end is empty. A search that finds
 * nothing is repeated so that it tolerates typing errors.
 */
export async function readPage<Row extends { readonly id: string }>(
  database: Database,
  listing: Listing,
  request: PageRequest,
): Promise<Page<Row>> {
  const end = await findListEnd(database.db, request);
  const ended = { ...request, ...(end !== null && { updatedBefore: end }) };
  const readFrom = await fewRecords(database.db, listing, ended);
  const page = await readTolerantly(
    database.db,
    ended,
    async (reading) => readNamedPage<Row>(database, listing, { ...ended, ...readFrom, ...reading }),
    ({ total }) => total === 0,
  );
  return { ...page, end };
}

async function readNamedPage<Row extends { readonly id: string }>(
  { db, pool }: Database,
  listing: Listing,
  request: NamedPageRequest,
): Promise<Page<Row>> {
  const { position, page, pageSize, sort } = request;
  const isBackwards = position?.to === 'prev';
  const query = pageQuery(listing, request);
  // The prepared query walks an index and is fast whatever the amount of data. Searches, filters
  // and other sort orders have a timeout.
  const { rows } =
    query.name === undefined
      ? { rows: await readRows<Row & { total: number }>(db, query) }
      : await pool.query<Row & { total: number }>(query);
  const shown = rows.slice(0, pageSize);
  if (isBackwards) shown.reverse();

  const hasMore = rows.length > pageSize;
  const hasBefore = isBackwards ? hasMore : position !== null || page > 1;
  const at = (row: (Row & { total: number }) | undefined, to: Position['to']) => {
    if (!row) return null;
    return canRank(request) && row.total <= maxRanked
      ? 'number'
      : { to, value: sortValue(row, listing, sort), id: row.id };
  };
  const isNothing = shown.length === 0 && page === 1 && !position;
  const total = shown[0]?.total ?? (isNothing ? 0 : await readTotal(db, listing, request));
  return {
    rows: shown,
    total: isFiltered(request) && total > maxFilteredTotal ? null : total,
    before: hasBefore ? at(shown[0], 'prev') : null,
    after: isBackwards || hasMore ? at(shown.at(-1), 'next') : null,
  };
}

async function readTotal(db: Db, listing: Listing, request: NamedPageRequest): Promise<number> {
  const [row] = await readRows<{ total: number }>(db, totalQuery(listing, request));
  return row?.total ?? 0;
}

/** How many records are read at once when all are read, and how long that may take, in seconds. */
const recordsAtOnce = 1_000;
const maxSecondsAtOnce = 30;

/** Yields all records that a request finds, newest first, in groups. */
export async function* everyRecord<Row extends RecordRow>(
  db: Db,
  listing: Listing,
  request: ListRequest,
): AsyncGenerator<Row[]> {
  const rowsAfter = async (reading: SearchReading, after?: Row) =>
    readRows<Row>(
      db,
      nextRecordsQuery(listing, { ...request, ...reading }, { after, limit: recordsAtOnce }),
      maxSecondsAtOnce,
    );
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

/** Returns how many records a request finds. */
export async function countRecords(
  db: Db,
  listing: Listing,
  request: ListRequest,
): Promise<number> {
  return readTolerantly(
    db,
    request,
    async (reading) => {
      const query = countQuery(listing, { ...request, ...reading });
      return (await readRows<{ total: number }>(db, query))[0]?.total ?? 0;
    },
    (total) => total === 0,
  );
}
