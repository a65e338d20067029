import * as z from 'zod/mini';

import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lead-lists.ts';
import { ownFilterNames } from '#contract/v1/record-lists.ts';
import type { UpstreamConfig } from '#server/config/config.ts';

import { idText } from './upstream-paths.ts';
import { type Purpose, readJson, unusable } from './upstream-responses.ts';
import { NoResponseError, type UpstreamClient, type UpstreamText } from './upstream.client.ts';

export type ListQuery = LeadListQuery | DealListQuery;

/** A page of a list as the upstream service returns it. */
export interface UpstreamPage {
  /** A JSON array with every record unchanged. */
  readonly text: string;
  /** The number of records on all pages; null when the service does not say. */
  readonly total: number | null;
  /** The cursors of the adjacent pages; null when the service does not say. */
  readonly next: string | null;
  readonly prev: string | null;
}

/** The list to read, and the key to read it with. */
export interface ListRequest {
  readonly client: UpstreamClient;
  readonly path: '/api/v1/lead' | '/api/v1/deal';
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns a page by the portal's page numbers. A page larger than the service's maximum page size
 * is assembled from several of its pages, within the timeout of one request.
 * @throws NoResponseError, and as {@link readJson}
 */
export async function readPage(list: ListRequest, query: ListQuery): Promise<UpstreamPage> {
  const maxPageSize = list.client.config.maxPageSize;
  if (query.pageSize <= maxPageSize) return (await requestPage(list, query)).page;
  const signal = AbortSignal.timeout(list.client.timeouts.whole);
  return assemblePage({ ...list, signal }, query).catch((error: unknown) => {
    throw signal.aborted ? new NoResponseError(list.client.config, 'slow', true, error) : error;
  });
}

async function assemblePage(list: ListRequest, query: ListQuery): Promise<UpstreamPage> {
  const maxPageSize = list.client.config.maxPageSize;
  const start = (query.page - 1) * query.pageSize;
  const skipped = start % maxPageSize;
  let records: unknown[] = [];
  let total: number | null = null;
  for (let page = Math.floor(start / maxPageSize) + 1; ; page += 1) {
    const response = await requestPage(list, { ...query, page, pageSize: maxPageSize, cursor: '' });
    records = records.concat(response.records);
    total = response.page.total;
    const isEnd = response.records.length < maxPageSize;
    if (isEnd || records.length >= skipped + query.pageSize) break;
  }
  const text = JSON.stringify(records.slice(skipped, skipped + query.pageSize));
  return { text, total, next: null, prev: null };
}

/**
 * Returns the records on a page of a list, unchanged, and the response.
 * @throws NoResponseError, and as {@link readJson}
 */
export async function requestRecords({ client, ...request }: ListRequest, query: URLSearchParams) {
  const response = await client.read({ method: 'GET', ...request, query });
  const body = readJson(response, 'read', request.token);
  const { data: records } = z.array(z.unknown()).safeParse(body);
  if (!records) throw unusable(response, 'read', 'no list');
  return { records, response };
}

async function requestPage(list: ListRequest, query: ListQuery) {
  const { config } = list.client;
  const { records, response } = await requestRecords(list, upstreamQuery(config, list.path, query));
  const { text, headers } = response;
  const page: UpstreamPage = {
    text,
    total: readTotal(headers, config),
    ...readCursors(headers.get('link') ?? ''),
  };
  return { records, page };
}

/**
 * Returns the query for the upstream service. Always contains `page` and `pageSize`; parameters
 * that the specification does not have are added only when the caller uses them.
 */
function upstreamQuery(
  { firstPage }: UpstreamConfig,
  path: ListRequest['path'],
  { page, pageSize, ...query }: ListQuery,
): URLSearchParams {
  const params = new URLSearchParams({
    page: String(page - 1 + firstPage),
    pageSize: String(pageSize),
  });
  const schema: QuerySchema = path === v1.listLeads.path ? leadListQuery : dealListQuery;
  for (const [name, text] of toSearchParams(schema, query))
    if (!ownFilterNames.includes(name)) params.append(name, text);
  return params;
}

/** Returns the total from the first of the configured headers that has one; null when none has. */
export function readTotal(headers: Headers, { countHeaders }: UpstreamConfig): number | null {
  const counts = countHeaders.map((name) => headers.get(name)?.trim() ?? '');
  const count = counts.find((text) => /^\d{1,15}$/.test(text));
  return count === undefined ? null : Number(count);
}

/**
 * Returns the cursors of a Link header (RFC 8288). Its URLs are internal to the upstream service
 * and are not passed on to the caller.
 */
function readCursors(link: string): Pick<UpstreamPage, 'next' | 'prev'> {
  const cursors = new Map<string, string | null>();
  for (const [, target = '', relation = ''] of link.matchAll(/<([^<>]*)>[^,<]*?\brel="?(\w+)"?/g))
    cursors.set(relation, new URLSearchParams(target.replace(/^[^?]*/, '')).get('cursor'));
  return { next: cursors.get('next') ?? null, prev: cursors.get('prev') ?? null };
}

/** The minimum that identifies a record: a service may return something else with a success. */
export const recordShape = z.looseObject({ id: idText, fields: z.looseObject({}) });

/**
 * Returns the JSON of a response that has one record, or several for an upload of several files.
 * @throws UpstreamError for anything else, and as {@link readJson}
 */
export function readUpstreamRecords(response: UpstreamText, purpose: Purpose, token: string) {
  const body = readJson(response, purpose, token);
  const allowed = purpose === 'upload' ? z.union([recordShape, z.array(recordShape)]) : recordShape;
  if (!allowed.safeParse(body).success) throw unusable(response, purpose, 'no record');
  return body;
}
