import { afterEach, describe, expect, test } from 'vitest';

import type { Session } from '#contract/portal/accounts.ts';
import { type CannedService, json, startCannedService } from '#server/testing/canned-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf, type UpstreamTestApp } from '#server/testing/upstream-test-app.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function inFrontOf(...given: Parameters<typeof startInFrontOf>): Promise<UpstreamTestApp> {
  const world = await startInFrontOf(...given);
  opened.push(async () => world.close());
  return world;
}

async function canned(...given: Parameters<typeof startCannedService>): Promise<CannedService> {
  const service = await startCannedService(...given);
  opened.push(async () => service.close());
  return service;
}

async function sessionOf({ portal, broker }: UpstreamTestApp): Promise<Session> {
  return (await portal.call('GET', '/portal/session', { headers: broker.session })).json<Session>();
}

const none = {
  count: false,
  search: false,
  sort: false,
  etag: false,
  idempotency: false,
  attachmentList: false,
  dealLead: false,
  liveChanges: false,
  duplicateLeads: false,
  contacts: false,
};

describe('what a session offers', () => {
  test('in front of the specification and nothing else: nothing more', async () => {
    const standIn = await startStandIn({ isSeeded: true });
    opened.push(standIn.stop);
    const world = await inFrontOf(standIn.url, seeded.ada.token);
    expect(await sessionOf(world)).toMatchObject({ capabilities: none, needsApiKey: false });
    await standIn.setOpenPoints({ countHeader: 'Total-Records' });
    await standIn.clearRequests();
    expect((await sessionOf(world)).capabilities).toEqual({ ...none, maxPageSize: 100 });
    expect(await standIn.requests()).toEqual([]);
  });

  test('in front of a portal of our own: all that it has, and the lists go on by its cursors', async () => {
    const own = await startTestApp('PostgreSQL');
    opened.push(async () => own.close());
    const there = await makePerson(own.database.db, 'broker');
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const world = await inFrontOf(url, there.apiKey);
    const headers = { ...world.ways.browser, 'content-type': 'application/json' };
    expect((await sessionOf(world)).capabilities).toMatchObject({ search: false, sort: false });

    for (const firstName of ['Aroha', 'Bea', 'Cai']) {
      const fields = { firstName, lastName: 'Moss', companyName: 'Kauri', phone: '+61491570156' };
      const made = await fetch(`${world.origin}/api/v1/lead`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `key of ${firstName}` },
        body: JSON.stringify({ fields }),
      });
      expect(made.status).toBe(200);
      expect(made.headers.get('idempotency-key')).toBe(`key of ${firstName}`);
    }
    // A process that has not detected anything yet finds more than the earlier session.
    const later = await inFrontOf(url, there.apiKey);
    expect((await sessionOf(later)).capabilities).toEqual({
      ...none,
      count: true,
      search: true,
      sort: true,
      etag: true,
      maxPageSize: 100,
    });
    expect((await sessionOf(world)).capabilities).toMatchObject({ idempotency: true });

    const list = async (query: string) => {
      const response = await fetch(`${world.origin}/api/v1/lead?${query}`, { headers });
      const rows = (await response.json()) as { id: string; fields: { firstName: string } }[];
      return { rows, names: rows.map(({ fields }) => fields.firstName), headers: response.headers };
    };
    const first = await list('pageSize=2&sort=createdAt');
    expect(first.names).toEqual(['Aroha', 'Bea']);
    expect(first.headers.get('x-total-count')).toBe('3');
    const link = first.headers.get('link') ?? '';
    expect(link).toMatch(new RegExp(`^<${world.origin}/api/v1/lead\\?\\S+>; rel="next"$`));
    const next = new URL(link.slice(1, link.indexOf('>')));
    expect(next.searchParams.get('cursor')).not.toBeNull();
    expect((await list(next.search.slice(1))).names).toEqual(['Cai']);
    expect((await list('q=moss&status=New&sort=-createdAt')).names).toEqual([
      'Cai',
      'Bea',
      'Aroha',
    ]);
    expect((await list('q=nobody')).names).toEqual([]);

    const address = `${world.origin}/api/v1/lead/${first.rows[0]?.id}`;
    const read = await fetch(address, { headers });
    const etag = read.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await fetch(address, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(
      304,
    );
    const change = async () =>
      fetch(address.replace('/lead/', '/LEAD/'), {
        method: 'PATCH',
        headers: { ...headers, 'if-match': etag },
        body: JSON.stringify({ fields: { tradingName: 'Kauri' } }),
      });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
  });

  test('an attachment’s key is passed on, and told as heeded where it is', async () => {
    let isHeeded = false;
    const service = await canned((request, response) => {
      const key = request.headers['idempotency-key'];
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(isHeeded && typeof key === 'string' && { 'idempotency-key': key }),
      });
      response.end('{"id":"1","fields":{}}');
      request.resume();
    });
    const world = await inFrontOf(service.url, 'a-token-of-theirs');
    const upload = async () => {
      const form = new FormData();
      form.set('entityType', 'LEAD');
      const response = await fetch(`${world.origin}/api/v1/attachment`, {
        method: 'POST',
        headers: { ...world.ways.browser, 'idempotency-key': 'one' },
        body: form,
      });
      const there = service.requests.at(-1)?.headers['idempotency-key'];
      return [response.headers.get('idempotency-key'), there];
    };
    const isOffered = async () => (await sessionOf(world)).capabilities.idempotency;
    for (isHeeded of [false, true, false]) {
      expect(await upload()).toEqual([isHeeded ? 'one' : null, 'one']);
      expect(await isOffered()).toBe(isHeeded);
    }
  });

  test.each([
    ['weak', 'W/"1"', false],
    ['strong', '"1"', true],
  ])('a %s ETag on a record counts: %s', async (_name, etag, isOffered) => {
    const record = {
      id: '1',
      createdAt: '2026-11-20T01:00:00.000Z',
      fields: { status: 'New' },
    };
    const service = await canned((request, response) => {
      const isList = request.url?.includes('?') ?? false;
      json(isList ? [record] : record, { etag })(request, response);
    });
    const world = await inFrontOf(service.url, 'a-token-of-theirs');
    expect((await sessionOf(world)).capabilities.etag).toBe(isOffered);
    const response = await fetch(`${world.origin}/api/v1/lead/1`, { headers: world.ways.browser });
    expect(response.headers.get('etag')).toBe(isOffered ? etag : null);
  });

  test('a service that rejects what it does not know still lists', async () => {
    const record = (id: string) => ({
      id,
      createdAt: `2026-11-2${id}T01:00:00.000Z`,
      fields: { status: 'New' },
    });
    const service = await canned((request, response) => {
      const query = new URL(request.url ?? '/', 'http://service.test').searchParams;
      const isPlain = [...query.keys()].every((name) => name === 'page' || name === 'pageSize');
      if (isPlain) json([record('2'), record('1')])(request, response);
      else response.writeHead(400).end();
    });
    const world = await inFrontOf(service.url, 'a-token-of-theirs');
    expect(await sessionOf(world)).toMatchObject({ capabilities: none, needsApiKey: false });
  });

  test('search without filters is not offered: one box would work and the other not', async () => {
    const lead = {
      id: '1',
      createdAt: '2026-11-20T01:00:00.000Z',
      fields: { status: 'New' },
    };
    const service = await canned((request, response) =>
      json(request.url?.includes('q=') ? [] : [lead])(request, response),
    );
    const world = await inFrontOf(service.url, 'a-token-of-theirs');
    expect((await sessionOf(world)).capabilities.search).toBe(false);
  });

  test('while the service sleeps, is answered within 2 seconds', async () => {
    const service = await canned(() => {});
    const timeouts = { connect: 5_000, headers: 30_000, body: 15_000, whole: 50_000 };
    const world = await inFrontOf(service.url, 'a-token-of-theirs', {
      deps: { upstreamTimeouts: timeouts },
    });
    const start = performance.now();
    expect(await sessionOf(world)).toMatchObject({ capabilities: none, needsApiKey: false });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
