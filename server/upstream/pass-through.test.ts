import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { json } from '#server/testing/fake-service.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import {
  type FakeUpstream,
  startInFrontOf,
  startInFrontOfFake,
  type UpstreamTestApp,
} from '#server/testing/upstream-test-app.ts';

type Row = { id: string; fields: Record<string, unknown> };

describe('reading lists and records', () => {
  let portal: UpstreamTestApp;
  const standIn = started(async () => startStandIn({ isSeeded: true }));
  beforeAll(async () => {
    portal = await startInFrontOf(standIn.url, seeded.ada.token);
  });
  afterAll(async () => {
    await portal.close();
  });
  beforeEach(async () => {
    await standIn.clearFailures();
    await standIn.clearRequests();
  });

  const get = async (path: string, headers = {}) =>
    fetch(portal.origin + path, { headers: { ...portal.headers.browser, ...headers } });
  const rows = async (path: string) => (await (await get(path)).json()) as Row[];
  const idsThere = async (recordType: 'lead' | 'deal', query: string) => {
    const headers = {
      authorization: `Bearer ${seeded.ada.token}`,
      'content-type': 'application/json',
    };
    const response = await fetch(`${standIn.url}/api/v1/${recordType}?${query}`, { headers });
    return ((await response.json()) as Row[]).map(({ id }) => id);
  };

  test.each(['lead', 'deal'] as const)(
    'a list of %ss begins with page 1, whatever number the service gives its first page',
    async (recordType) => {
      const expected = await idsThere(recordType, 'page=2&pageSize=3');
      for (const firstPage of [0, 1] as const) {
        const other = await startStandIn({ isSeeded: true, points: { firstPage } });
        const settings = { UPSTREAM_FIRST_PAGE: String(firstPage) };
        const there = await startInFrontOf(other.url, seeded.ada.token, { env: settings });
        const response = await fetch(`${there.origin}/api/v1/${recordType}?page=2&pageSize=3`, {
          headers: there.headers.program,
        });
        expect(response.status).toBe(200);
        expect(await response.json()).toHaveLength(3);
        expect(await other.requests()).toMatchObject([
          { url: `/api/v1/${recordType}?page=${firstPage + 1}&pageSize=3` },
        ]);
        await there.close();
        await other.close();
      }
      expect((await rows(`/api/v1/${recordType}?page=2&pageSize=3`)).map(({ id }) => id)).toEqual(
        expected,
      );
    },
  );

  test('a list without parameters is page 1 of 20', async () => {
    await get('/api/v1/lead');
    expect(await standIn.requests()).toMatchObject([{ url: '/api/v1/lead?page=1&pageSize=20' }]);
  });

  test('an invalid query is rejected without a request to the service', async () => {
    expect((await get('/api/v1/lead?page=0')).status).toBe(400);
    expect((await get('/api/v1/lead?pageSize=101')).status).toBe(400);
    expect(await standIn.requests()).toEqual([]);
  });

  test('a single record is returned unchanged, with unknown fields and statuses', async () => {
    const [lead] = await rows('/api/v1/lead?pageSize=1');
    await standIn.addFailure({ kind: 'strange' });
    const response = await get(`/api/v1/lead/${lead?.id}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: lead?.id,
      region: 'Southern',
      fields: { riskBand: 'B2', status: 'Awaiting Valuation' },
    });
    const [deal] = await rows('/api/v1/deal?pageSize=1');
    expect(await (await get(`/api/v1/deal/${deal?.id}`)).json()).toMatchObject({
      region: 'Southern',
    });
  });

  test('an unreadable record leaves the others of its page readable', async () => {
    await standIn.addFailure({ kind: 'unreadable', as: 'null', at: 1 });
    const page = await rows('/api/v1/lead?pageSize=3');
    expect(page).toEqual([expect.anything(), null, expect.anything()]);
  });

  test('only the needed headers of the caller are forwarded', async () => {
    const odd = {
      cookie: 'a=b',
      'x-forwarded-for': '203.0.113.9',
      referer: 'https://portal.test/',
    };
    await get('/api/v1/lead', { ...odd, 'if-none-match': '"x"', 'idempotency-key': 'k' });
    const [request] = await standIn.requests();
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'connection',
      'content-type',
      'host',
    ]);
  });
});

describe('a page larger than the maximum page size of the service', () => {
  test('is assembled from several of its pages', async () => {
    const points = { firstPage: 0, maxPageSize: 8, countHeader: 'X-Total' } as const;
    const standIn = await startStandIn({ isSeeded: true, points });
    const portal = await startInFrontOf(standIn.url, seeded.ada.token, {
      env: {
        UPSTREAM_FIRST_PAGE: '0',
        UPSTREAM_LARGEST_PAGE: '8',
        UPSTREAM_COUNT_HEADER: 'x-count, x-total',
      },
    });
    const page = async (query: string) => {
      const response = await fetch(`${portal.origin}/api/v1/lead?${query}`, {
        headers: portal.headers.program,
      });
      const ids = ((await response.json()) as Row[]).map(({ id }) => id);
      return { ids, total: Number(response.headers.get('x-total-count')) };
    };
    const all: string[] = [];
    for (let number = 1; ; number += 1) {
      const { ids } = await page(`page=${number}&pageSize=5`);
      all.push(...ids);
      if (ids.length < 5) break;
    }
    expect(all.length).toBeGreaterThan(25);
    expect(new Set(all).size).toBe(all.length);
    for (const [number, size] of [
      [1, 20],
      [2, 20],
      [3, 7],
      [2, 9],
      [1, 100],
      [99, 20],
    ] as const) {
      const start = (number - 1) * size;
      const expected = { ids: all.slice(start, start + size), total: all.length };
      expect(await page(`page=${number}&pageSize=${size}`)).toEqual(expected);
    }
    await portal.close();
    await standIn.close();
  });
});

describe('identifiers of the service', () => {
  let portal: FakeUpstream;
  beforeAll(async () => {
    portal = await startInFrontOfFake(json({ id: 'x', fields: {} }), { basePath: '/crm/' });
  });
  afterAll(async () => portal.close());

  test.each([
    'a/b',
    'with space',
    '100%25',
    'ümlaut?x=1#y',
    '...',
    'a long one'.repeat(20),
    '漢字'.repeat(100),
  ])('%.12s stays one segment of the path', async (id) => {
    const address = `${portal.origin}/api/v1/lead/${encodeURIComponent(id)}`;
    expect((await fetch(address, { headers: portal.headers.program })).status).toBe(200);
    expect(portal.service.requests.at(-1)?.url).toBe(`/crm/api/v1/lead/${encodeURIComponent(id)}`);
  });

  test.each([
    '%2e',
    '%2e%2e',
    '..%2Fdeal',
    'x%2F..%2F..%2Fdeal',
    '..%5Cdeal',
    'x%0Ay',
    '%00',
    'too long'.repeat(26),
  ])('%.12s is 404 without a request to the service', async (encoded) => {
    const before = portal.service.requests.length;
    const response = await portal.testApp.call('GET', `/api/v1/deal/${encoded}`, {
      headers: portal.headers.program,
    });
    expect(response.statusCode).toBe(404);
    expect(portal.service.requests).toHaveLength(before);
  });
});

describe('updates of a lead', () => {
  test.each([
    { wrapper: 'fields', updateResponse: 'record' },
    { wrapper: 'lead', updateResponse: 'nothing' },
    { wrapper: null, updateResponse: 'nothing' },
  ] as const)(
    'are sent in the wrapper $wrapper and get $updateResponse as response',
    async ({ wrapper, updateResponse }) => {
      const points = { updateWrapper: wrapper, updateResponse };
      const standIn = await startStandIn({ isSeeded: true, points });
      const portal = await startInFrontOf(standIn.url, seeded.bea.token, {
        env: { UPSTREAM_PATCH_WRAPPER: wrapper ?? 'none' },
      });
      const headers = { ...portal.headers.browser, 'content-type': 'application/json' };
      const list = await fetch(`${portal.origin}/api/v1/lead?pageSize=1`, { headers });
      const [lead] = (await list.json()) as [Row];
      for (const recordType of ['LEAD', 'lead']) {
        const tradingName = `Kauri ${recordType}`;
        const response = await fetch(`${portal.origin}/api/v1/${recordType}/${lead.id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ fields: { tradingName } }),
        });
        expect(response.status).toBe(200);
        const changed = { ...lead.fields, tradingName };
        expect(await response.json()).toMatchObject({ id: lead.id, fields: changed });
      }
      const wrong = await fetch(`${portal.origin}/api/v1/LEAD/${lead.id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ tradingName: 'Kauri' }),
      });
      expect([wrong.status, await wrong.json()]).toMatchObject([
        400,
        { fields: { fields: 'Send the lead’s fields as an object.' } },
      ]);
      await portal.close();
      await standIn.close();
    },
  );
});
