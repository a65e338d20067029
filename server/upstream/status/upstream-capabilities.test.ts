import { afterEach, describe, expect, test } from 'vitest';

import { type Session, specifiedCapabilities as none } from '#contract/portal/accounts.ts';
import { type FakeService, json, startFakeService } from '#server/testing/fake-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf, type UpstreamTestApp } from '#server/testing/upstream-test-app.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function inFrontOf(...args: Parameters<typeof startInFrontOf>): Promise<UpstreamTestApp> {
  const portal = await startInFrontOf(...args);
  opened.push(async () => portal.close());
  return portal;
}

async function fakeService(...args: Parameters<typeof startFakeService>): Promise<FakeService> {
  const service = await startFakeService(...args);
  opened.push(async () => service.close());
  return service;
}

async function sessionOf({ testApp, broker }: UpstreamTestApp): Promise<Session> {
  return (await testApp.as(broker).get('/portal/session')).json<Session>();
}

describe('the capabilities in a session', () => {
  test('in front of a service that implements only the specification: none', async () => {
    const standIn = await startStandIn({ isSeeded: true });
    opened.push(standIn.close);
    const portal = await inFrontOf(standIn.url, seeded.ada.token);
    const { capabilities, needsApiKey } = await sessionOf(portal);
    expect(needsApiKey).toBe(false);
    const supported = Object.entries(capabilities).filter(([, is]) => is === true);
    expect(supported).toEqual([['portalHistory', true]]);
    await standIn.setOpenPoints({ countHeader: 'Total-Records' });
    await standIn.clearRequests();
    expect((await sessionOf(portal)).capabilities).toEqual(none);
    expect(await standIn.requests()).toEqual([]);
  });

  test('in front of another portal: all that it has, and lists continue by its cursors', async () => {
    const own = await startTestApp('PostgreSQL');
    opened.push(async () => own.close());
    const there = await makePerson(own.database.db, 'broker');
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const portal = await inFrontOf(url, there.apiKey);
    const headers = { ...portal.headers.browser, 'content-type': 'application/json' };
    expect((await sessionOf(portal)).capabilities).toMatchObject({ search: false, sort: false });

    for (const firstName of ['Aroha', 'Bea', 'Cai']) {
      const fields = { firstName, lastName: 'Moss', companyName: 'Kauri', phone: '+61491570156' };
      const made = await fetch(`${portal.origin}/api/v1/lead`, {
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
    expect((await sessionOf(portal)).capabilities).toMatchObject({ idempotency: true });

    const list = async (query: string) => {
      const response = await fetch(`${portal.origin}/api/v1/lead?${query}`, { headers });
      const rows = (await response.json()) as { id: string; fields: { firstName: string } }[];
      return { rows, names: rows.map(({ fields }) => fields.firstName), headers: response.headers };
    };
    const first = await list('pageSize=2&sort=createdAt');
    expect(first.names).toEqual(['Aroha', 'Bea']);
    expect(first.headers.get('x-total-count')).toBe('3');
    const link = first.headers.get('link') ?? '';
    expect(link).toMatch(new RegExp(`^<${portal.origin}/api/v1/lead\\?\\S+>; rel="next"$`));
    const next = new URL(link.slice(1, link.indexOf('>')));
    expect(next.searchParams.get('cursor')).not.toBeNull();
    expect((await list(next.search.slice(1))).names).toEqual(['Cai']);
    expect((await list('q=moss&status=New&sort=-createdAt')).names).toEqual([
      'Cai',
      'Bea',
      'Aroha',
    ]);
    expect((await list('q=nobody')).names).toEqual([]);

    const address = `${portal.origin}/api/v1/lead/${first.rows[0]?.id}`;
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

  test('the Idempotency-Key of an attachment is forwarded, and echoed if the service echoes it', async () => {
    let isEchoed = false;
    const service = await fakeService((request, response) => {
      const key = request.headers['idempotency-key'];
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(isEchoed && typeof key === 'string' && { 'idempotency-key': key }),
      });
      response.end('{"id":"1","fields":{}}');
      request.resume();
    });
    const portal = await inFrontOf(service.url, 'a-token-of-theirs');
    const upload = async () => {
      const form = new FormData();
      form.set('entityType', 'LEAD');
      const response = await fetch(`${portal.origin}/api/v1/attachment`, {
        method: 'POST',
        headers: { ...portal.headers.browser, 'idempotency-key': 'one' },
        body: form,
      });
      const there = service.requests.at(-1)?.headers['idempotency-key'];
      return [response.headers.get('idempotency-key'), there];
    };
    const isCapable = async () => (await sessionOf(portal)).capabilities.idempotency;
    for (isEchoed of [false, true, false]) {
      expect(await upload()).toEqual([isEchoed ? 'one' : null, 'one']);
      expect(await isCapable()).toBe(isEchoed);
    }
  });

  test.each([
    ['weak', 'W/"1"', false],
    ['strong', '"1"', true],
  ])('a %s ETag on a record counts: %s', async (_name, etag, isCapable) => {
    const record = { id: '1', createdAt: '2026-11-20T01:00:00.000Z', fields: { status: 'New' } };
    const service = await fakeService((request, response) => {
      const isList = request.url?.includes('?') ?? false;
      json(isList ? [record] : record, { etag })(request, response);
    });
    const portal = await inFrontOf(service.url, 'a-token-of-theirs');
    expect((await sessionOf(portal)).capabilities.etag).toBe(isCapable);
    const response = await fetch(`${portal.origin}/api/v1/lead/1`, {
      headers: portal.headers.browser,
    });
    expect(response.headers.get('etag')).toBe(isCapable ? etag : null);
  });

  test('a service that rejects unknown parameters can still be listed', async () => {
    const record = (id: string) => ({
      id,
      createdAt: `2026-11-2${id}T01:00:00.000Z`,
      fields: { status: 'New' },
    });
    const service = await fakeService((request, response) => {
      const query = new URL(request.url ?? '/', 'http://service.test').searchParams;
      const hasOnlyPaging = [...query.keys()].every(
        (name) => name === 'page' || name === 'pageSize',
      );
      if (hasOnlyPaging) json([record('2'), record('1')])(request, response);
      else response.writeHead(400).end();
    });
    const portal = await inFrontOf(service.url, 'a-token-of-theirs');
    expect(await sessionOf(portal)).toMatchObject({ capabilities: none, needsApiKey: false });
  });

  test('search without filters does not count as search', async () => {
    const lead = { id: '1', createdAt: '2026-11-20T01:00:00.000Z', fields: { status: 'New' } };
    const service = await fakeService((request, response) =>
      json(request.url?.includes('q=') ? [] : [lead])(request, response),
    );
    const portal = await inFrontOf(service.url, 'a-token-of-theirs');
    expect((await sessionOf(portal)).capabilities.search).toBe(false);
  });

  test('a session does not wait for a service that never responds', async () => {
    const service = await fakeService(() => {});
    // Longer than a test may take, so that no other timeout ends the wait.
    const timeouts = { connect: 600_000, headers: 600_000, body: 600_000, whole: 600_000 };
    const portal = await inFrontOf(service.url, 'a-token-of-theirs', {
      deps: { upstreamTimeouts: timeouts },
    });
    expect(await sessionOf(portal)).toMatchObject({ capabilities: none, needsApiKey: false });
  });
});
