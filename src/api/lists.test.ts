import { beforeEach, expect, test, vi } from 'vitest';

import { v1 } from '#contract/v1/endpoints.ts';
import { lead } from '#contract/v1/leads.ts';
import { leadListQuery } from '#contract/v1/lists.ts';

import { callList, hasNextPage, readSearch } from './lists.ts';

let asked: string[];
let respond: (address: string) => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/portal/access-token')
      return Response.json({ accessToken: 't', expiresAt: '9999-01-01T00:00:00.000Z' });
    asked.push(address);
    return respond(address);
  });
});

const list = async (text: string) =>
  callList(
    v1.listLeads,
    lead,
    readSearch(leadListQuery, new URLSearchParams(text)),
    new AbortController().signal,
  );

test('a page tells its rows, its total and its neighbours', async () => {
  const link = [
    '<https://portal.test/api/v1/lead?page=1>; rel="first"',
    '<https://portal.test/api/v1/lead?page=1&cursor=b>; rel="prev"',
    '</api/v1/lead?page=3&q=a%2Cb&cursor=a%3D>; rel="next"',
  ].join(', ');
  respond = () =>
    Response.json([{ id: '1', fields: {} }], { headers: { 'x-total-count': '41', link } });
  const page = await list('page=2&q=ann');
  expect(page).toMatchObject({ total: 41, prev: 'b', next: 'a=', rows: [{ ok: true }] });
  expect(asked).toEqual(['/api/v1/lead?page=2&pageSize=20&q=ann']);
});

test('a service without total and links still has pages: after a full one another may follow', async () => {
  respond = () => Response.json([{ id: '1', fields: {} }]);
  const page = await list('');
  expect(page).toMatchObject({ total: undefined, prev: undefined, next: undefined });
  expect([1, 20].map((pageSize) => hasNextPage({ pageSize }, page))).toEqual([true, false]);
});

test('a cursor the service does not know is left out', async () => {
  respond = (address) =>
    address.includes('cursor')
      ? Response.json({ error: 'cursor: no.', fields: { cursor: 'No.' } }, { status: 400 })
      : Response.json([]);
  expect(await list('page=2&cursor=mangled')).toMatchObject({ rows: [] });
  expect(asked.at(-1)).toBe('/api/v1/lead?page=2&pageSize=20');
});
