import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/v1/errors.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import {
  attachmentForm,
  makeTestData,
  type Owner,
} from '#server/testing/access/access-test-data.ts';
import { withService, started } from '#server/testing/access/with-people.ts';

// Design, section 3: 401, 403 by role, 404 (also for a malformed id), 403 by owner, 412, 400. Each
// request here has every error that is left. Fixing one error after another shows the errors in
// this order.

/** Returns the code of a rejection; null for a success. */
const codeOf = (response: LightMyRequestResponse) =>
  response.statusCode < 400 ? null : response.json<ErrorBody>().code;

const malformed = '{"fields":{"phone":';
const wrong = { fields: { phone: '0412', status: 'New' } };
const right = { fields: { tradingName: 'Kauri' } };

describe('a request that is wrong in several ways', () => {
  const service = withService();
  const testData = started(async () => makeTestData(service));

  /**
   * The caller, the lead’s owner, whether the caller has seen the lead’s current state, and the
   * payload.
   */
  type Change = [as: Role | null, owner: Owner, seen: Seen, payload: object | string];
  type Seen = 'now' | 'earlier' | 'not said';

  async function seenTag(seen: Seen, path: string): Promise<Record<string, string>> {
    if (seen === 'not said') return {};
    if (seen === 'earlier') return { 'if-match': '"an-earlier-state"' };
    const { headers } = await service.call('GET', path, {
      headers: testData.callers.broker.bearer,
    });
    return { 'if-match': String(headers['etag']) };
  }

  test.each<[number, ErrorCode | null, ...Change]>([
    [401, 'missing-token', null, 'missing', 'earlier', malformed],
    [403, 'no-access', 'support', 'malformed', 'earlier', malformed],
    [404, 'not-found', 'broker', 'malformed', 'earlier', malformed],
    [404, 'not-found', 'broker', 'missing', 'earlier', malformed],
    [403, 'no-access', 'broker', 'stranger', 'earlier', malformed],
    [403, 'no-access', 'broker', 'colleague', 'earlier', wrong],
    [412, 'version-conflict', 'broker', 'own', 'earlier', malformed],
    [412, 'version-conflict', 'broker', 'own', 'earlier', wrong],
    [400, 'malformed-request', 'broker', 'own', 'now', malformed],
    [400, 'invalid-fields', 'broker', 'own', 'not said', wrong],
    [200, null, 'broker', 'own', 'now', right],
  ])('changing a lead: %i %s', async (status, code, as, owner, seen, payload) => {
    const path = `/api/v1/lead/${encodeURIComponent(testData.idOf('lead', owner, as ?? 'broker'))}`;
    const response = await service.call('PATCH', path, {
      headers: {
        'content-type': 'application/json',
        ...(as && testData.callers[as].bearer),
        ...(await seenTag(seen, path)),
      },
      payload,
    });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  test.each<[number, ErrorCode | null, boolean, Owner, Seen, object | string]>([
    [401, 'missing-token', false, 'missing', 'earlier', malformed],
    [404, 'not-found', true, 'malformed', 'earlier', malformed],
    [404, 'not-found', true, 'missing', 'earlier', malformed],
    [412, 'version-conflict', true, 'own', 'earlier', malformed],
    [400, 'malformed-request', true, 'own', 'now', malformed],
    [400, 'invalid-fields', true, 'own', 'now', { fields: { status: 'Settled', colour: 'red' } }],
    [200, null, true, 'own', 'now', { fields: { status: 'Banks In' } }],
  ])('setting a status: %i %s', async (status, code, hasKey, owner, seen, payload) => {
    const id = testData.idOf('lead', owner, 'broker');
    const key = bearer(await makeOperatorKey(service.database.db));
    const response = await service.call('PATCH', `/operator/v1/leads/${encodeURIComponent(id)}`, {
      headers: {
        'content-type': 'application/json',
        ...(hasKey && key),
        ...(await seenTag(seen, `/api/v1/lead/${id}`)),
      },
      payload,
    });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  test.each<[number, ErrorCode | null, Role | null, Owner, 'unknown part' | 'none']>([
    [401, 'missing-token', null, 'missing', 'unknown part'],
    [403, 'no-access', 'support', 'malformed', 'unknown part'],
    [404, 'not-found', 'broker', 'malformed', 'unknown part'],
    [404, 'not-found', 'broker', 'missing', 'unknown part'],
    [403, 'no-access', 'broker', 'stranger', 'unknown part'],
    [400, 'invalid-fields', 'broker', 'own', 'unknown part'],
    [200, null, 'broker', 'own', 'none'],
  ])('attaching a file: %i %s', async (status, code, as, owner, error) => {
    const form = attachmentForm(testData.idOf('lead', owner, as ?? 'broker'));
    if (error === 'unknown part') form.set('fullAddress', 'x');
    const response = await service.call('POST', '/api/v1/attachment', {
      headers: { ...(as && testData.callers[as].bearer) },
      payload: form,
    });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  test.each<[number, ErrorCode, Role | null, string]>([
    [401, 'missing-token', null, malformed],
    [403, 'no-access', 'support', malformed],
    [400, 'malformed-request', 'broker', malformed],
  ])('submitting a lead: %i %s', async (status, code, as, payload) => {
    const response = await service.call('POST', '/api/v1/lead', {
      headers: { 'content-type': 'application/json', ...(as && testData.callers[as].bearer) },
      payload,
    });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  test.each<[number, ErrorCode, Role | null]>([
    [401, 'missing-token', null],
    [400, 'invalid-fields', 'broker'],
  ])('listing with a wrong query: %i %s', async (status, code, as) => {
    const response = await service.call('GET', '/api/v1/deal?page=0&sort=name', {
      headers: { ...(as && testData.callers[as].bearer) },
    });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });
});
