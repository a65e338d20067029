import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';

import { ownCapabilities } from '#contract/portal/accounts.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { sessionQuery } from '#src/api/session.ts';
import { fakeSession } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { supportedSearch } from './list-search.ts';
import { type ListPage, nextPageInfo, pageSearch } from './record-source.ts';

let requests: string[];
let respond: (address: string) => Response;

beforeEach(() => {
  requests = [];
  stubFetch((address) => {
    requests.push(address);
    return respond(address);
  });
});

const searchOf = (text: string) => parseQuery(leadSource.pageSchema, new URLSearchParams(text));
/** Reads a page of an existing service, or of the portal’s own leads. */
async function list(text: string, isOwn = false) {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeSession('broker', { home: isOwn }));
  const { signal } = new AbortController();
  return leadSource.read(searchOf(text), { client, signal });
}

test('returns the rows of a page, the total and the cursors of adjacent pages', async () => {
  const link = [
    '<https://portal.test/api/v1/lead?page=1>; rel="first"',
    '<https://portal.test/api/v1/lead?page=1&cursor=b>; rel="prev"',
    '</api/v1/lead?page=3&q=a%2Cb&cursor=a%3D>; rel="next"',
  ].join(', ');
  respond = () =>
    Response.json([{ id: '1', fields: {} }], { headers: { 'x-total-count': '41', link } });
  const page = await list('page=2&q=ann');
  expect(page).toMatchObject({ total: 41, prev: 'b', next: 'a=', rows: [{ ok: true }] });
  expect(requests).toEqual(['/api/v1/lead?page=2&pageSize=20&q=ann']);
});

test('the portal’s own list has what marks its rows', async () => {
  const unread = { isCreated: true, isOperator: true, name: null };
  const requestedSince = '2026-11-20T16:10:00.000Z';
  respond = () => Response.json([{ id: '1', fields: {}, unread, requestedSince }]);
  const { rows } = await list('', true);
  expect(rows).toMatchObject([{ record: { unread, requestedSince }, extra: {} }]);
  expect(requests).toEqual(['/portal/leads?page=1&pageSize=20']);
});

test('reads the pages of a service without totals and links', async () => {
  respond = () => Response.json([{ id: '1', fields: {} }]);
  expect(await list('')).toMatchObject({ total: undefined, prev: undefined, next: undefined });
});

/** Returns a page with a number of rows, and other values from the service. */
const pageOf = (rows: number, more: Partial<ListPage<unknown>> = {}): ListPage<unknown> => ({
  rows: Array.from({ length: rows }, () => ({ ok: false, id: undefined, raw: null })),
  total: undefined,
  next: undefined,
  prev: undefined,
  ...more,
});

test.each([
  ['a full page, the next one not loaded yet', pageOf(20), undefined, true],
  ['a full page and an empty one', pageOf(20), pageOf(0), false],
  ['a full page and one more row', pageOf(20), pageOf(1), true],
  ['the last page', pageOf(7), pageOf(0), false],
  ['a short page, the next one not loaded yet', pageOf(7), undefined, false],
  ['an empty page', pageOf(0), undefined, false],
  ['what the total says', pageOf(20, { total: 40 }), undefined, false],
  ['a cursor', pageOf(20, { next: 'c' }), undefined, true],
])('whether a page follows %s', (_name, shown, next, hasNext) => {
  const search = { page: 2, pageSize: 20 };
  expect(nextPageInfo(search, shown, next)).toEqual({ hasNext, pageSize: 20 });
});

test('uses the page size of a service that returns fewer rows than requested, and skips no row', () => {
  const search = { page: 1, pageSize: 100 };
  expect(nextPageInfo(search, pageOf(50), pageOf(50))).toEqual({ hasNext: true, pageSize: 50 });
  expect(nextPageInfo(search, pageOf(50, { total: 120 }), undefined)).toEqual({
    hasNext: true,
    pageSize: 50,
  });
});

test('requests only what the service supports, whatever the address says', () => {
  const typed = searchOf('page=3&pageSize=100&q=ann&status=New&subStatus=New&sort=createdAt');
  expect(supportedSearch(leadSource.pageSchema, typed, ownCapabilities)).toEqual(typed);
  const capabilities = { ...ownCapabilities, search: false, sort: false, maxPageSize: 50 };
  expect(supportedSearch(leadSource.pageSchema, typed, capabilities)).toEqual(
    searchOf('page=3&pageSize=50'),
  );
});

test('groups deals only if the service counts them', () => {
  const typed = parseQuery(dealSource.pageSchema, new URLSearchParams('group=status&q=ann'));
  expect(supportedSearch(dealSource.pageSchema, typed, ownCapabilities)).toEqual(typed);
  const capabilities = { ...ownCapabilities, home: false };
  expect(supportedSearch(dealSource.pageSchema, typed, capabilities)).toEqual({
    ...typed,
    group: '',
  });
});

test('leaves out a cursor that the service rejects', async () => {
  respond = (address) =>
    address.includes('cursor')
      ? Response.json({ error: 'cursor: no.', fields: { cursor: 'No.' } }, { status: 400 })
      : Response.json([]);
  expect(await list('page=2&cursor=mangled')).toMatchObject({ rows: [] });
  expect(requests.at(-1)).toBe('/api/v1/lead?page=2&pageSize=20');
});

test('opens adjacent pages by cursor, others by page number', () => {
  const shown = { next: 'after', prev: 'before' };
  const search = searchOf('page=3&cursor=abc');
  const textOf = (of: typeof search) => toSearchParams(leadSource.pageSchema, of).toString();
  const to = (page: number) => textOf(pageSearch(search, page, shown));
  expect([to(4), to(2), to(1), to(9)]).toEqual([
    'page=4&cursor=after',
    'page=2&cursor=before',
    '',
    'page=9',
  ]);
  expect(textOf(pageSearch(search, 4, undefined))).toBe('page=4');
});
