import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type CannedService, json, startCannedService } from '#server/testing/canned-service.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf, type UpstreamTestApp } from '#server/testing/upstream-test-app.ts';

type Row = { id: string; fields: Record<string, unknown> };

describe('the pass-through reads', () => {
  let standIn: StandIn;
  let world: UpstreamTestApp;
  beforeAll(async () => {
    standIn = await startStandIn({ isSeeded: true });
    world = await startInFrontOf(standIn.url, seeded.ada.token);
  });
  afterAll(async () => {
    await world.close();
    await standIn.stop();
  });
  beforeEach(async () => {
    await standIn.clearFailures();
    await standIn.clearRequests();
  });

  const get = async (path: string, headers = {}) =>
    fetch(world.origin + path, { headers: { ...world.ways.browser, ...headers } });
  const rows = async (path: string) => (await (await get(path)).json()) as Row[];
  const idsThere = async (noun: 'lead' | 'deal', query: string) => {
    const headers = {
      authorization: `Bearer ${seeded.ada.token}`,
      'content-type': 'application/json',
    };
    const response = await fetch(`${standIn.url}/api/v1/${noun}?${query}`, { headers });
    return ((await response.json()) as Row[]).map(({ id }) => id);
  };

  test.each(['lead', 'deal'] as const)(
    'a list of %ss, from our page 1 whatever the first page is there',
    async (noun) => {
      const expected = await idsThere(noun, 'page=2&pageSize=3');
      for (const firstPage of [0, 1] as const) {
        const other = await startStandIn({ isSeeded: true, points: { firstPage } });
        const settings = { UPSTREAM_FIRST_PAGE: String(firstPage) };
        const there = await startInFrontOf(other.url, seeded.ada.token, { env: settings });
        const response = await fetch(`${there.origin}/api/v1/${noun}?page=2&pageSize=3`, {
          headers: there.ways.program,
        });
        expect(response.status).toBe(200);
        expect(await response.json()).toHaveLength(3);
        expect(await other.requests()).toMatchObject([
          { url: `/api/v1/${noun}?page=${firstPage + 1}&pageSize=3` },
        ]);
        await there.close();
        await other.stop();
      }
      expect((await rows(`/api/v1/${noun}?page=2&pageSize=3`)).map(({ id }) => id)).toEqual(
        expected,
      );
    },
  );

  test('by our defaults where the caller says nothing', async () => {
    await get('/api/v1/lead');
    expect(await standIn.requests()).toMatchObject([{ url: '/api/v1/lead?page=1&pageSize=20' }]);
  });

  test('the query is validated by our rules first', async () => {
    expect((await get('/api/v1/lead?page=0')).status).toBe(400);
    expect((await get('/api/v1/lead?pageSize=101')).status).toBe(400);
    expect(await standIn.requests()).toEqual([]);
  });

  test('the body of a single record is what the service sent, unknown fields and statuses included', async () => {
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

  test('one unreadable record does not spoil the others', async () => {
    await standIn.addFailure({ kind: 'unreadable', as: 'null', at: 1 });
    const page = await rows('/api/v1/lead?pageSize=3');
    expect(page).toEqual([expect.anything(), null, expect.anything()]);
  });

  test('of the caller’s headers, only what the work needs arrives', async () => {
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

describe('the pass-through and a page larger than the largest of the service', () => {
  test('is put together from several of its pages', async () => {
    const points = { maxPageSize: 8, countHeader: 'X-Total' };
    const standIn = await startStandIn({ isSeeded: true, points });
    const world = await startInFrontOf(standIn.url, seeded.ada.token, {
      env: { UPSTREAM_LARGEST_PAGE: '8', UPSTREAM_COUNT_HEADER: 'x-count, x-total' },
    });
    const page = async (query: string) => {
      const response = await fetch(`${world.origin}/api/v1/lead?${query}`, {
        headers: world.ways.program,
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
    await world.close();
    await standIn.stop();
  });
});

describe('the pass-through and the identifiers of a service', () => {
  let service: CannedService;
  let world: UpstreamTestApp;
  beforeAll(async () => {
    service = await startCannedService(json({ id: 'x', fields: {} }));
    world = await startInFrontOf(`${service.url}/crm/`, 'a-token-of-theirs');
  });
  afterAll(async () => {
    await world.close();
    service.close();
  });

  test.each([
    'a/b',
    'with space',
    '100%25',
    'ümlaut?x=1#y',
    '...',
    'a long one'.repeat(20),
    '漢字'.repeat(100),
  ])('%.12s stays one part of the path', async (id) => {
    const address = `${world.origin}/api/v1/lead/${encodeURIComponent(id)}`;
    expect((await fetch(address, { headers: world.ways.program })).status).toBe(200);
    expect(service.requests.at(-1)?.url).toBe(`/crm/api/v1/lead/${encodeURIComponent(id)}`);
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
  ])('%.12s is rejected without asking', async (encoded) => {
    const before = service.requests.length;
    const response = await world.portal.call('GET', `/api/v1/deal/${encoded}`, {
      headers: world.ways.program,
    });
    expect(response.statusCode).toBe(404);
    expect(service.requests).toHaveLength(before);
  });
});

describe('the pass-through changes a lead', () => {
  test.each([
    { wrapper: 'fields', updateResponse: 'record' },
    { wrapper: 'lead', updateResponse: 'nothing' },
    { wrapper: null, updateResponse: 'nothing' },
  ] as const)(
    'in the wrapper $wrapper, answered with $updateAnswer',
    async ({ wrapper, updateResponse }) => {
      const points = { updateWrapper: wrapper, updateResponse };
      const standIn = await startStandIn({ isSeeded: true, points });
      const world = await startInFrontOf(standIn.url, seeded.bea.token, {
        env: { UPSTREAM_PATCH_WRAPPER: wrapper ?? 'none' },
      });
      const headers = { ...world.ways.browser, 'content-type': 'application/json' };
      const list = await fetch(`${world.origin}/api/v1/lead?pageSize=1`, { headers });
      const [lead] = (await list.json()) as [Row];
      for (const noun of ['LEAD', 'lead']) {
        const tradingName = `Kauri ${noun}`;
        const response = await fetch(`${world.origin}/api/v1/${noun}/${lead.id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ fields: { tradingName } }),
        });
        expect(response.status).toBe(200);
        const changed = { ...lead.fields, tradingName };
        expect(await response.json()).toMatchObject({ id: lead.id, fields: changed });
      }
      const wrong = await fetch(`${world.origin}/api/v1/LEAD/${lead.id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ tradingName: 'Kauri' }),
      });
      expect([wrong.status, await wrong.json()]).toMatchObject([
        400,
        { fields: { fields: 'Send the lead’s fields as an object.' } },
      ]);
      await world.close();
      await standIn.stop();
    },
  );
});
