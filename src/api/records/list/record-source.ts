import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { listQuery } from '#contract/portal/first-page/first-page.ts';
import type { RowMarkers } from '#contract/portal/row-markers.ts';
import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import type { dealReads } from '#contract/v1/deal-endpoints.ts';
import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import type { LeadListQuery } from '#contract/v1/lead-lists.ts';
import type { leadReads } from '#contract/v1/lead-records.ts';
import type { Grouping, Sort } from '#contract/v1/list-parameters.ts';
import { listsByType, type RecordListName, type RecordType } from '#contract/v1/record-types.ts';
import type { record } from '#contract/v1/records.ts';
import {
  callEndpoint,
  type PortalEndpoint,
  fetchResponse,
  type ResponseOf,
  type ServiceResponse,
} from '#src/api/client.ts';
import { readRecords } from '#src/api/read-record.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { sessionQuery } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';

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
export type ListPage<Row> = ReturnType<typeof toListPage<Row>>;

/**
 * Returns what follows `shown`, judging by the service's total, its cursors or, without them, its
 * response for the `next` page if loaded. A page that more rows follow shows the service's own page
 * size.
 */
export function nextPageInfo(
  { page, pageSize }: PageSearch,
  { rows, total, ...cursors }: ListPage<unknown>,
  next: ListPage<unknown> | undefined,
) {
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

/** Returns the page of a list in a response, whose headers have the total and the cursors. */
export function toListPage<Row>({ data, headers }: ServiceResponse<readonly Row[]>) {
  const total = headers.get('x-total-count');
  return {
    rows: data,
    /** The total number of rows; undefined if the service didn't send it. */
    total: total !== null && /^\d+$/.test(total) ? Number(total) : undefined,
    // The cursors of the next and the previous page; undefined if the service didn't send them.
    ...readCursors(headers.get('link') ?? ''),
  };
}

/** Parses the cursors from a Link header (RFC 8288). */
function readCursors(link: string): { next: string | undefined; prev: string | undefined } {
  const cursors = new Map<string, string>();
  for (const [, target = '', relation = ''] of link.matchAll(/<([^<>]*)>[^,<]*?\brel="?(\w+)"?/g)) {
    const cursor = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('cursor');
    if (cursor !== null) cursors.set(relation, cursor);
  }
  return { next: cursors.get('next'), prev: cursors.get('prev') };
}

/** Returns the query for a page of a list that no change of a lead or deal concerns. */
export function listPageQuery<
  E extends PortalEndpoint,
  Row = ResponseOf<E> extends readonly (infer R)[] ? R : never,
>(
  endpoint: E,
  list: QueryKey,
  { params, query }: { readonly params?: { id: string }; readonly query: URLSearchParams },
) {
  return queryOptions({
    queryKey: [...list, query.toString()],
    meta: { records: [] },
    queryFn: async ({ signal }) => {
      const options = { params, query: listQuery(query), signal };
      return toListPage(await callEndpoint<readonly Row[]>(endpoint, options));
    },
    placeholderData: keepPreviousData,
  });
}

type Filters = Omit<LeadListQuery & DealListQuery, 'status' | 'subStatus' | 'sort'>;
type SharedFilter = keyof LeadListQuery & keyof DealListQuery & keyof Filters;

/** The filters of a list; those that only leads or only deals have can be absent. */
export type RecordFilters = Pick<Filters, SharedFilter> &
  Partial<Filters> & {
    readonly status: readonly string[];
    readonly subStatus: readonly string[];
  };

/** The search of a list of records, as the address of its page has it. */
export type RecordsSearch = RecordFilters & {
  readonly sort: Sort;
  /** The names of the chosen columns; none: the usual ones. */
  readonly columns: readonly string[];
  /** The field by which the rows are grouped. */
  readonly group?: Grouping | '';
};

/** The fields of every record that lists know. An existing service sends no markers. */
export interface ListedRecord extends RowMarkers {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: {
    readonly status: string;
    readonly subStatus: string;
    readonly statusSinceDate: string;
    readonly subStatusSinceDate: string;
    readonly lastActivityDate: string | null;
    readonly broker: { readonly id: string; readonly name: string } | null;
    readonly brokerRep: {
      readonly id: string;
      readonly firstName: string;
      readonly lastName: string;
    } | null;
  };
}

/** The source of the records of a type: the service’s list of them, and their addresses. */
export type RecordSource<Item extends ListedRecord = ListedRecord> = ReturnType<
  typeof recordSource<Item>
>;

interface SourceOptions<Item> {
  readonly type: RecordType;
  /** The address of the page of the list. */
  readonly pageSchema: QuerySchema & z.ZodMiniType<RecordsSearch>;
  /** The specified list, of a service that has only that. */
  readonly endpoint: typeof leadReads.listLeads | typeof dealReads.listDeals;
  /** The schema of a record with its markers. */
  readonly schema: ReturnType<typeof record> & z.ZodMiniType<Item>;
}

/** Returns the first part of the query keys of the pages of a list. */
export const getPagesKey = (list: RecordListName) => [list, 'list'] as const;

/** The context of a query. Its client knows the session, which each list needs first. */
export interface ReadContext {
  readonly client: QueryClient;
  readonly signal: AbortSignal;
}

/** Returns where the records of a type come from. */
export function recordSource<Item extends ListedRecord>({
  type,
  pageSchema,
  endpoint,
  schema,
}: SourceOptions<Item>) {
  const list = listsByType[type];
  const readRows = readRecords(schema);
  // The portal’s own records, with what marks their rows (contract/portal/lead-list.ts).
  const ownEndpoint = { ...endpoint, auth: 'session', path: `/portal/${list}` } as const;
  /** Returns the parameters of the request for a page. */
  const params = (search: Partial<RecordsSearch>) =>
    toSearchParams<QuerySchema>(endpoint.query, search);

  async function readPage(query: URLSearchParams, { client, signal }: ReadContext) {
    const options = { query: listQuery(query), signal, read: readRows };
    const isOwn = client.getQueryData(sessionQuery.queryKey)?.capabilities.home;
    return toListPage(await fetchResponse(isOwn ? ownEndpoint : endpoint, options));
  }

  /** Requests a page, without the cursor if the service rejects it, as with an old address. */
  async function read(search: RecordsSearch, context: ReadContext) {
    const query = params(search);
    try {
      return await readPage(query, context);
    } catch (error) {
      const isCursorWrong = error instanceof ServiceError && error.fields['cursor'] !== undefined;
      if (!isCursorWrong || !query.has('cursor')) throw error;
      query.delete('cursor');
      return readPage(query, context);
    }
  }

  return {
    type,
    list,
    pageSchema,
    params,
    /** Returns a page as the service sent it, on the request of these parameters. */
    toPage: ({ data, ...response }: ServiceResponse<unknown>) =>
      toListPage({ ...response, data: readRows(data) }),
    /** Returns the query for a page. While another page loads, the previous page stays visible. */
    query: (search: RecordsSearch) => ({
      queryKey: [...getPagesKey(list), params(search).toString()],
      meta: { records: [type] },
      queryFn: async (context: ReadContext) => read(search, context),
      placeholderData: keepPreviousData,
    }),
    read,
    getListPath: paths[list],
    getRecordPath: paths[type],
  };
}
