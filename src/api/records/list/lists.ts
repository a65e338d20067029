import type * as z from 'zod/mini';

import { toSearchParams } from '#contract/query-string.ts';
import type { dealReads } from '#contract/v1/deal-endpoints.ts';
import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { leadReads } from '#contract/v1/read-endpoints.ts';
import type { record } from '#contract/v1/records.ts';
import { call, type ServiceResponse } from '#src/api/client.ts';
import { listQuery } from '#src/api/prefetch.ts';
import { type ReadRecord, readRecords } from '#src/api/read-record.ts';
import { ServiceError } from '#src/api/service-error.ts';

/** The page of a list that a search requests. */
export interface PageSearch {
  readonly page: number;
  readonly pageSize: number;
  /**
   * From the previous response's Link header: continues without repeating or skipping a row. Not
   * every list has one.
   */
  readonly cursor?: string;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The total number of rows; undefined if the service didn't send it. */
  readonly total: number | undefined;
  /** The cursors of the next and the previous page; undefined if the service didn't send them. */
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** What follows the displayed page. */
export interface Following {
  readonly hasNext: boolean;
  /** Rows per page. A service may return fewer than requested. */
  readonly pageSize: number;
}

/**
 * Returns what follows `shown`, judging by the service's total, its cursors or, without them, its
 * response for the `next` page if loaded. A page that more rows follow shows the service's own page
 * size.
 */
export function following(
  { page, pageSize }: PageSearch,
  { rows, total, ...cursors }: ListPage<unknown>,
  next: ListPage<unknown> | undefined,
): Following {
  const isFull = rows.length >= pageSize;
  if (cursors.next !== undefined || cursors.prev !== undefined)
    return { hasNext: total === undefined ? isFull : page * pageSize < total, pageSize };
  const isMore =
    total === undefined
      ? next !== undefined && next.rows.length > 0
      : (page - 1) * pageSize + rows.length < total;
  if (isFull) return { hasNext: isMore || (total === undefined && next === undefined), pageSize };
  return rows.length > 0 && isMore
    ? { hasNext: true, pageSize: rows.length }
    : { hasNext: false, pageSize };
}

/**
 * Returns the search of another page of the same list: by cursor if the displayed page has a cursor
 * for that page, else by page number.
 */
export function pageSearch<S extends PageSearch>(
  search: S,
  page: number,
  shown: Pick<ListPage<unknown>, 'next' | 'prev'> | undefined,
): S {
  const cursors = new Map([
    [search.page + 1, shown?.next],
    [search.page - 1, shown?.prev],
  ]);
  return { ...search, page, cursor: (page === 1 ? undefined : cursors.get(page)) ?? '' };
}

type RecordList = typeof leadReads.listLeads | typeof dealReads.listDeals;

/**
 * Fetches one page of leads or deals. Retries without the cursor if the service rejects the cursor,
 * as with an old or mangled address.
 */
export async function callList<S extends ReturnType<typeof record>>(
  endpoint: RecordList,
  schema: S,
  search: LeadListQuery | DealListQuery,
  signal: AbortSignal,
): Promise<ListPage<ReadRecord<z.output<S>>>> {
  const callPage = async (params: URLSearchParams) =>
    toListPage(
      await call(endpoint, { query: listQuery(params), signal, read: readRecords(schema) }),
    );
  const params = toSearchParams(endpoint.query, search);
  try {
    return await callPage(params);
  } catch (error) {
    const isCursorWrong = error instanceof ServiceError && error.fields['cursor'] !== undefined;
    if (!isCursorWrong || !params.has('cursor')) throw error;
    params.delete('cursor');
    return callPage(params);
  }
}

/** Returns the page of a list in a response, whose headers have the total and the cursors. */
export function toListPage<Row>({ data, headers }: ServiceResponse<readonly Row[]>): ListPage<Row> {
  const total = headers.get('x-total-count');
  return {
    rows: data,
    total: total !== null && /^\d+$/.test(total) ? Number(total) : undefined,
    ...cursorsOf(headers.get('link') ?? ''),
  };
}

/** Parses the cursors from a Link header (RFC 8288). */
function cursorsOf(link: string): { next: string | undefined; prev: string | undefined } {
  const cursors = new Map<string, string>();
  for (const [, target = '', relation = ''] of link.matchAll(/<([^>]*)>[^,]*?\brel="?(\w+)"?/g)) {
    const cursor = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('cursor');
    if (cursor !== null) cursors.set(relation, cursor);
  }
  return { next: cursors.get('next'), prev: cursors.get('prev') };
}

/** A row of a list of records. */
export type RecordRow = ReadRecord<{ id: string }>;
