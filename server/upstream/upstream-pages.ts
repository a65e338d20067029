import type { DealListQuery, LeadListQuery } from '#contract/v1/lists.ts';
import type { UpstreamConfig } from '#server/config.ts';

import { jsonOf, unusable } from './upstream-answers.ts';
import { type UpstreamClient, UpstreamFailure } from './upstream.client.ts';

export type ListQuery = LeadListQuery | DealListQuery;

/** A page of a list, as the service behind the portal answers it. */
export interface UpstreamPage {
  /** A JSON array, every record as it came. */
  readonly text: string;
  /** How many records all pages have; null when the service does not say. */
  readonly total: number | null;
  /** Where the pages beside this one begin; null when the service does not say. */
  readonly next: string | null;
  readonly prev: string | null;
}

/** Which list, and by whose key. */
export interface ListAsked {
  readonly client: UpstreamClient;
  readonly path: '/api/v1/lead' | '/api/v1/deal';
  readonly token: string;
  readonly signal?: AbortSignal;
}

/**
 * The page that our numbers name. One larger than the largest of the service is put together from several of its pages, in no more time
 * than one may take.
 * @throws UpstreamFailure, and as {@link jsonOf}
 */
export async function readPage(asked: ListAsked, query: ListQuery): Promise<UpstreamPage> {
  const largest = asked.client.config.maxPageSize;
  if (query.pageSize <= largest) return (await askPage(asked, query)).page;
  const signal = AbortSignal.timeout(asked.client.timeouts.whole);
  return assembled({ ...asked, signal }, query).catch((error: unknown) => {
    throw signal.aborted ? new UpstreamFailure('slow', true, error) : error;
  });
}

async function assembled(asked: ListAsked, query: ListQuery): Promise<UpstreamPage> {
  const largest = asked.client.config.maxPageSize;
  const start = (query.page - 1) * query.pageSize;
  const skipped = start % largest;
  let records: unknown[] = [];
  let total: number | null = null;
  for (let page = Math.floor(start / largest) + 1; ; page += 1) {
    const answer = await askPage(asked, { ...query, page, pageSize: largest, cursor: '' });
    records = records.concat(answer.records);
    total = answer.page.total;
    const isEnd = answer.records.length < largest;
    if (isEnd || records.length >= skipped + query.pageSize) break;
  }
  const text = JSON.stringify(records.slice(skipped, skipped + query.pageSize));
  return { text, total, next: null, prev: null };
}

async function askPage({ client, ...asked }: ListAsked, query: ListQuery) {
  const answer = await client.read({
    method: 'GET',
    ...asked,
    query: upstreamQuery(client.config, query),
  });
  const records = jsonOf(answer, 'read', asked.token);
  if (!Array.isArray(records)) throw unusable('read', 'no list');
  const { text, headers } = answer;
  const page: UpstreamPage = {
    text,
    total: countIn(headers, client.config),
    ...cursorsIn(headers.get('link') ?? ''),
  };
  return { records: records as unknown[], page };
}

/** Our query in the words of the service: `page` and `pageSize` always, what the specification does not have only where it was asked for. */
function upstreamQuery({ firstPage }: UpstreamConfig, query: ListQuery): URLSearchParams {
  const params = new URLSearchParams({
    page: String(query.page - 1 + firstPage),
    pageSize: String(query.pageSize),
  });
  if (query.q !== '') params.set('q', query.q);
  for (const status of query.status) params.append('status', status);
  for (const subStatus of query.subStatus) params.append('subStatus', subStatus);
  const sort = `${query.sort.descending ? '-' : ''}${query.sort.by}`;
  if (sort !== '-createdAt') params.set('sort', sort);
  if (query.cursor !== '') params.set('cursor', query.cursor);
  return params;
}

/** The count of a list, in the first of the configured headers that has one; null without. */
export function countIn(headers: Headers, { countHeaders }: UpstreamConfig): number | null {
  const counts = countHeaders.map((name) => headers.get(name)?.trim() ?? '');
  const count = counts.find((text) => /^\d{1,15}$/.test(text));
  return count === undefined ? null : Number(count);
}

/** The cursors of a Link header (RFC 8288). Its addresses are those of the service and stay behind the portal. */
function cursorsIn(link: string): Pick<UpstreamPage, 'next' | 'prev'> {
  const cursors = new Map<string, string | null>();
  for (const [, target = '', relation = ''] of link.matchAll(/<([^>]*)>[^,]*?\brel="?(\w+)"?/g))
    cursors.set(relation, new URLSearchParams(target.replace(/^[^?]*/, '')).get('cursor'));
  return { next: cursors.get('next') ?? null, prev: cursors.get('prev') ?? null };
}
