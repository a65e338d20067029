import type { RequestListener } from 'node:http';

import { describe, expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { json, reject, reply, startFakeService } from '#server/testing/fake-service.ts';
import { fakeLead, requestAs } from '#server/testing/upstream-requests.ts';
import {
  shortTimeouts,
  startInFrontOf,
  startInFrontOfFake,
} from '#server/testing/upstream-test-app.ts';

const elsewhere = started(async () => startFakeService(json([fakeLead])));
const portal = started(async () =>
  startInFrontOfFake(json([fakeLead]), { env: { UPSTREAM_NAME: 'our CRM' } }),
);
const hasty = started(async () =>
  startInFrontOfFake(json([]), { deps: { upstreamTimeouts: shortTimeouts } }),
);

const htmlPage = reply(200, '<h1>Aroha’s intranet</h1>', { 'content-type': 'text/html' });
const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4_000 });
  response.write('[{"id":', () => response.destroy());
};

describe.each(['browser', 'program'] as const)('failures of the service reach a %s', (caller) => {
  const cannot =
    /^Our CRM sent an unusable response at \d\d:\d\d UTC\. Nothing is lost: try again in a minute\.$/;
  const broke =
    /^Our CRM broke off its response, or sent an unusable one, at \d\d:\d\d UTC\. Nothing is lost/;
  test.each<[string, RequestListener, RegExp]>([
    [
      '500',
      reject(500, { error: 'Aroha: stack trace' }),
      /^Our CRM had a problem at \d\d:\d\d UTC\. Nothing is lost/,
    ],
    ['503', reject(503, {}), /had a problem at/],
    ['HTML', htmlPage, cannot],
    ['JSON cut short', reply(200, '[{"id":"lead-1","fields":{"firstName":"Aro'), cannot],
    ['an object in place of a list', json({ data: [fakeLead] }), cannot],
    ['an empty body', reply(200, ''), cannot],
    ['a body cut off', cutOff, broke],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: elsewhere.url }).end(),
      cannot,
    ],
    ['304 without a condition', (_request, response) => response.writeHead(304).end(), cannot],
  ])('%s of the service is 502', async (_name, listener, sentence) => {
    portal.service.respondWith(listener);
    const response = await requestAs(portal, caller);
    expect(response).toMatchObject({
      status: 502,
      error: expect.stringMatching(sentence),
      code: 'upstream-failed',
    });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each<[string, RequestListener]>([
    ['an empty object', json({})],
    ['an error', json({ error: 'Aroha is gone.' })],
    ['an error beside an id', json({ id: 'lead-1', error: 'Aroha is gone.' })],
    ['a list', json([fakeLead])],
    ['nothing', json(null)],
    ['an id that is no text', json({ ...fakeLead, id: {} })],
  ])('%s in place of a record is 502', async (_name, listener) => {
    portal.service.respondWith(listener);
    for (const path of ['lead', 'deal'])
      expect(await requestAs(portal, caller, `/api/v1/${path}/lead-1`)).toMatchObject({
        status: 502,
        error: expect.stringMatching(cannot),
      });
    const body = JSON.stringify({ fields: { tradingName: 'Kauri' } });
    const change = { method: 'PATCH', body };
    expect((await requestAs(portal, caller, '/api/v1/LEAD/lead-1', change)).status).toBe(502);
  });

  test('a response over 16 MiB is 502', async () => {
    portal.service.respondWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect((await requestAs(portal, caller)).status).toBe(502);
  });

  test('after a lost response to a change, the message says to make the change again', async () => {
    portal.service.respondWith((request) => request.socket.destroy());
    const body = JSON.stringify({ fields: { tradingName: 'Kauri' } });
    expect(
      await requestAs(portal, caller, '/api/v1/LEAD/lead-1', { method: 'PATCH', body }),
    ).toMatchObject({ status: 502, error: expect.stringContaining('make the same change again') });
  });
});

test.each<[string, RequestListener]>([
  ['does not respond', () => {}],
  [
    'stops in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
    },
  ],
  [
    'sends a response without end',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    },
  ],
])('a service that %s is 504 to a browser and a program', async (_name, listener) => {
  hasty.service.respondWith(listener);
  const late = {
    status: 504,
    code: 'upstream-timeout',
    error: expect.stringMatching(
      /^The lender’s system took too long to answer at \d\d:\d\d UTC\. Nothing is lost/,
    ),
  };
  const callers = ['browser', 'program'] as const;
  const responses = callers.map(async (caller) => requestAs(hasty, caller));
  expect(await Promise.all(responses)).toMatchObject([late, late]);
});

test('a service that is down is 503, with a Retry-After', async () => {
  const stopped = await startFakeService(json([]));
  stopped.close();
  const { port } = new URL(stopped.url);
  const down = await startInFrontOf(stopped.url, 'a-token-of-theirs');
  for (const caller of ['browser', 'program'] as const) {
    const response = await fetch(`${down.origin}/api/v1/deal/1`, { headers: down.headers[caller] });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toMatch(
      /could not be reached at \d\d:\d\d UTC\. Nothing is lost/,
    );
  }
  expect(down.log()).toContain('unreachable ECONNREFUSED');
  expect(down.log()).not.toContain(port);
  await down.close();
});

test('a page assembled from many slow ones is 504 within the timeout of one request', async () => {
  const slow = await startInFrontOfFake(
    (request, response) => {
      setTimeout(() => json([fakeLead])(request, response), 400);
    },
    { env: { UPSTREAM_LARGEST_PAGE: '1' }, deps: { upstreamTimeouts: shortTimeouts } },
  );
  const { status } = await requestAs(slow, 'browser', '/api/v1/lead?pageSize=100');
  expect([status, slow.service.requests.length < 10]).toEqual([504, true]);
  await slow.close();
});
