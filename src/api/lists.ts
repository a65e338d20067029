import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import type { Capabilities } from '#contract/portal/accounts.ts';
import { paging, type Sort } from '#contract/v1/lists.ts';
import type { record } from '#contract/v1/records.ts';

import { call } from './client.ts';
import { listAddress } from './prefetch.ts';
import { type ReadRecord, readRecords } from './records.ts';
import { ServiceError } from './service-error.ts';

/**
 * What every list can be searched by: the parameters that the address bar and the request share,
 * under the same names.
 */
export interface ListSearch {
  page: number;
  pageSize: number;
  q: string;
  /** From the previous response's Link header: continues without repeating or skipping a row. */
  cursor: string;
  status: readonly string[];
  subStatus: readonly string[];
  sort: Sort;
}

/** One page of a list. */
export interface ListPage<R> {
  readonly rows: readonly ReadRecord<R>[];
  /** The total number of rows; undefined if the service didn't send it. */
  readonly total: number | undefined;
  /** The cursors of the next and the previous page; undefined if the service didn't send them. */
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/**
 * Returns the search as parameters, in a fixed order and without defaults, so that equal searches
 * give equal text.
 */
export function searchParams(search: ListSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search.page !== paging.page) params.set('page', String(search.page));
  if (search.pageSize !== paging.pageSize) params.set('pageSize', String(search.pageSize));
  if (search.q !== '') params.set('q', search.q);
  for (const status of search.status) params.append('status', status);
  for (const subStatus of search.subStatus) params.append('subStatus', subStatus);
  const sort = `${search.sort.descending ? '-' : ''}${search.sort.by}`;
  if (sort !== '-createdAt') params.set('sort', sort);
  if (search.cursor !== '') params.set('cursor', search.cursor);
  return params;
}

/**
 * Returns the parameters of a changed search. Any change except of the page goes back to the first
 * page.
 */
export function changedSearch<S extends ListSearch>(
  search: S,
  change: Partial<S>,
): URLSearchParams {
  return searchParams({ ...search, page: 1, cursor: '', ...change });
}

/** Returns whether the list is searched or filtered. */
export function isNarrowed({ q, status, subStatus }: ListSearch): boolean {
  return q !== '' || status.length > 0 || subStatus.length > 0;
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
  { page, pageSize }: Pick<ListSearch, 'page' | 'pageSize'>,
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
export function pageSearch<S extends ListSearch>(
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

/** Parses a search from parameters that anyone may have typed. Invalid parameters are ignored. */
export function readSearch<S extends z.ZodMiniObject>(
  schema: S,
  params: URLSearchParams,
): z.output<S> {
  const read = Object.entries(schema.shape).map(([name, part]) => {
    const given = params.getAll(name);
    const result = z.safeParse(part, given.length > 1 ? given : given[0]);
    return [name, result.success ? result.data : z.parse(part, undefined)];
  });
  return Object.fromEntries(read) as z.output<S>;
}

/** Returns the search reduced to the service's capabilities. Unsupported parameters are reset. */
export function supportedSearch<S extends ListSearch>(search: S, capabilities: Capabilities): S {
  return {
    ...search,
    pageSize: Math.min(search.pageSize, capabilities.maxPageSize),
    ...(!capabilities.search && { q: '', status: [], subStatus: [] }),
    ...(!capabilities.sort && { sort: { by: 'createdAt', descending: true } }),
  };
}

/**
 * Fetches one page of a list. Retries without the cursor if the service rejects the cursor, as with
 * an old or mangled address.
 */
export async function callList<S extends ReturnType<typeof record>>(
  endpoint: Endpoint & { path: '/api/v1/lead' | '/api/v1/deal' },
  schema: S,
  search: ListSearch,
  signal: AbortSignal,
): Promise<ListPage<z.output<S>>> {
  try {
    return await callPage(endpoint, schema, search, signal);
  } catch (error) {
    const isCursorWrong = error instanceof ServiceError && error.fields['cursor'] !== undefined;
    if (!isCursorWrong || search.cursor === '') throw error;
    return callPage(endpoint, schema, { ...search, cursor: '' }, signal);
  }
}

async function callPage<S extends ReturnType<typeof record>>(
  endpoint: Endpoint,
  schema: S,
  search: ListSearch,
  signal: AbortSignal,
): Promise<ListPage<z.output<S>>> {
  const address = listAddress(endpoint.path, searchParams(search).toString());
  const query = new URLSearchParams(address.slice(endpoint.path.length));
  const { data, headers } = await call(endpoint, { query, signal, read: readRecords(schema) });
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
