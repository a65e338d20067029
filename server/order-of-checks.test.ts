import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import {
  attachmentForm,
  makeTestData,
  type Owner,
  type TestData,
} from '#server/testing/access/access-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

// Design, section 3: 401, 403 by role, 404 (also for a malformed id), 403 by owner, 412, 400. Each
// request here has every error that is left. Fixing one error after another shows the errors in
// this order.

const malformed = '{"fields":{"phone":';
const wrong = { fields: { phone: '0412', status: 'New' } };
const right = { fields: { tradingName: 'Kauri' } };

describe.each(databases)('a request that is wrong in several ways, on %s', (kind) => {
  let service: TestApp;
  let world: TestData;
  beforeAll(async () => {
    service = await startTestApp(kind);
    world = await makeTestData(service);
  });
  afterAll(async () => service.close());

  /**
   * The caller, the lead’s owner, whether the caller has seen the lead’s current state, and the
   * payload.
   */
  type Change = [as: Role | null, owner: Owner, seen: Seen, payload: object | string];
  type Seen = 'now' | 'earlier' | 'not said';

  async function seenTag(seen: Seen, path: string): Promise<Record<string, string>> {
    if (seen === 'not said') return {};
    if (seen === 'earlier') return { 'if-match': '"an-earlier-state"' };
    const { headers } = await service.call('GET', path, { headers: world.callers.broker.bearer });
    return { 'if-match': String(headers['etag']) };
  }

  test.each<[number, ...Change]>([
    [401, null, 'missing', 'earlier', malformed],
    [403, 'support', 'malformed', 'earlier', malformed],
    [404, 'broker', 'malformed', 'earlier', malformed],
    [404, 'broker', 'missing', 'earlier', malformed],
    [403, 'broker', 'stranger', 'earlier', malformed],
    [403, 'broker', 'colleague', 'earlier', wrong],
    [412, 'broker', 'own', 'earlier', malformed],
    [412, 'broker', 'own', 'earlier', wrong],
    [400, 'broker', 'own', 'now', malformed],
    [400, 'broker', 'own', 'not said', wrong],
    [200, 'broker', 'own', 'now', right],
  ])('changing a lead: %i', async (status, as, owner, seen, payload) => {
    const path = `/api/v1/lead/${encodeURIComponent(world.idOf('lead', owner, as ?? 'broker'))}`;
    const response = await service.call('PATCH', path, {
      headers: {
        'content-type': 'application/json',
        ...(as && world.callers[as].bearer),
        ...(await seenTag(seen, path)),
      },
      payload,
    });
    expect(response.statusCode).toBe(status);
  });

  test.each<[number, Role | null, Owner, 'unknown part' | 'none']>([
    [401, null, 'missing', 'unknown part'],
    [403, 'support', 'malformed', 'unknown part'],
    [404, 'broker', 'malformed', 'unknown part'],
    [404, 'broker', 'missing', 'unknown part'],
    [403, 'broker', 'stranger', 'unknown part'],
    [400, 'broker', 'own', 'unknown part'],
    [200, 'broker', 'own', 'none'],
  ])('attaching a file: %i', async (status, as, owner, error) => {
    const form = attachmentForm(world.idOf('lead', owner, as ?? 'broker'));
    if (error === 'unknown part') form.set('fullAddress', 'x');
    const response = await service.call('POST', '/api/v1/attachment', {
      headers: { ...(as && world.callers[as].bearer) },
      payload: form,
    });
    expect(response.statusCode).toBe(status);
  });

  test.each<[number, Role | null, string]>([
    [401, null, malformed],
    [403, 'support', malformed],
    [400, 'broker', malformed],
  ])('submitting a lead: %i', async (status, as, payload) => {
    const response = await service.call('POST', '/api/v1/lead', {
      headers: { 'content-type': 'application/json', ...(as && world.callers[as].bearer) },
      payload,
    });
    expect(response.statusCode).toBe(status);
  });

  test.each<[number, Role | null]>([
    [401, null],
    [400, 'broker'],
  ])('listing with a wrong query: %i', async (status, as) => {
    const response = await service.call('GET', '/api/v1/deal?page=0&sort=name', {
      headers: { ...(as && world.callers[as].bearer) },
    });
    expect(response.statusCode).toBe(status);
  });
});
