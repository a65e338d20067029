import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Sort } from '#contract/v1/list-parameters.ts';
import { followUpSort } from '#contract/v1/record-lists.ts';
import type { Database } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError, fieldError } from '#server/errors/api-error.ts';
import type { RecordTable, Rows } from '#server/records/records.store.ts';

import type { PageRequest, ListPosition, Reader } from './list-request.ts';
import { type Page, readRecordPage } from './list.store.ts';

/** A request for a page of a list, as it is handled. */
interface ListCall {
  readonly query: Omit<PageRequest, keyof Reader | 'position'> & { readonly cursor: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Reads the page that a request asks for, and sets the headers of the response.
 * @throws ApiError 400 when its cursor is not of this list, or records lack what it orders by
 */
export async function readListPage<Table extends RecordTable>(
  database: Database,
  table: Table,
  { query, request, reply }: ListCall,
  reader: Reader,
): Promise<readonly Rows[Table][]> {
  if (query.sort.by === followUpSort && query.hasFollowUp !== 'yes')
    throw fieldError(
      'sort',
      `Send hasFollowUp=yes with ${followUpSort}: other records have no day.`,
    );
  const position = readCursor(query);
  const page = await readRecordPage(database, table, { ...query, ...reader, position });
  sendPaging(request, reply, query, page);
  return page.rows;
}

const wrongCursor =
  'Take the cursor from a Link header of this list, with the same sort, or leave it out.';

/**
 * Returns the position in a cursor; null without a cursor.
 * @throws ApiError 400 when the cursor is invalid, or is for another sort order.
 */
function readCursor({ cursor, sort }: ListCall['query']): ListPosition | null {
  if (cursor === '') return null;
  const position = positionIn(cursor, sort);
  if (!position)
    throw new ApiError('invalid-cursor', `cursor: ${wrongCursor}`, {
      fields: { cursor: wrongCursor },
    });
  return position;
}

/** Encodes the sort order, the direction, and the row to continue from. */
function writeCursor(sort: Sort, { to, value, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sortName(sort), to, value, id])).toString('base64url');
}

function positionIn(cursor: string, sort: Sort): ListPosition | undefined {
  const [order, to, value, id] = arrayIn(Buffer.from(cursor, 'base64url').toString());
  if (order !== sortName(sort) || (to !== 'next' && to !== 'prev')) return undefined;
  if (typeof id !== 'string' || !isId(id) || typeof value !== 'string') return undefined;
  return isSortValue(value, sort) ? { to, value, id } : undefined;
}

function isSortValue(value: string, sort: Sort): boolean {
  if (sort.by === followUpSort) return isMoment(`${value}T00:00:00.000Z`);
  if (sort.by.startsWith('amount')) return /^(-1|1e15|\d{1,12}(\.\d{1,2})?)$/.test(value);
  return isMoment(value);
}

/**
 * Returns whether a text is a time as we format it. `Date` also parses a 30th of February or the
 * year 0, which the database rejects.
 */
function isMoment(value: string): boolean {
  const isRead = /^(?!0000)\d{4}-/.test(value) && !Number.isNaN(Date.parse(value));
  return isRead && new Date(value).toISOString() === value;
}

function arrayIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const sortName = (sort: Sort): string => `${sort.descending ? '-' : ''}${sort.by}`;

/**
 * Sets the headers with the total and the links to other pages (RFC 8288). First and last use page
 * numbers. Prev and next also have a cursor, so that following them neither repeats nor loses a row
 * while others are added or changed.
 */
function sendPaging(
  request: FastifyRequest,
  reply: FastifyReply,
  query: ListCall['query'],
  page: Page<unknown>,
): void {
  const link = (rel: string, number: number, position?: ListPosition | 'number') =>
    pageLink(request, query.pageSize, {
      rel,
      page: number,
      ...(position && position !== 'number' && { cursor: writeCursor(query.sort, position) }),
      ...(position && page.end && { updatedBefore: page.end }),
    });
  const last = page.total === null ? null : Math.max(1, Math.ceil(page.total / query.pageSize));
  const links = [link('first', 1)];
  if (page.before) links.push(link('prev', Math.max(1, query.page - 1), page.before));
  // Past the end there is no row to continue from, but the last page is known where the total is.
  else if (page.rows.length === 0 && last !== null && query.page > 1)
    links.push(link('prev', Math.min(last, query.page - 1)));
  if (page.after) links.push(link('next', query.page + 1, page.after));
  if (page.total !== null) reply.header('x-total-count', page.total);
  if (last !== null) links.push(link('last', last));
  reply.header('link', links.join(', '));
}

interface PageLink {
  readonly rel: string;
  readonly page: number;
  readonly cursor?: string;
  readonly updatedBefore?: string;
}

/**
 * Returns a link to another page of the requested list, in the format of a Link header. A request
 * line can name another host; the link uses the portal’s own URL regardless.
 */
export function pageLink(
  request: FastifyRequest,
  pageSize: number,
  { rel, page, cursor, updatedBefore }: PageLink,
): string {
  const { publicUrl } = request.server;
  const { search } = new URL(request.url, publicUrl);
  const url = new URL(`${request.routeOptions.url}${search}`, publicUrl);
  url.searchParams.set('page', String(page));
  url.searchParams.set('pageSize', String(pageSize));
  if (cursor === undefined) url.searchParams.delete('cursor');
  else url.searchParams.set('cursor', cursor);
  if (updatedBefore !== undefined) url.searchParams.set('updatedBefore', updatedBefore);
  return `<${url.href}>; rel="${rel}"`;
}
