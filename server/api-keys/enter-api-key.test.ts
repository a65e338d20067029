import assert from 'node:assert/strict';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { type UpstreamClient, upstreamClient } from '#server/upstream/client/upstream.client.ts';

import { tryApiKey } from './enter-api-key.ts';

let standIn: StandIn;
let upstream: UpstreamClient;
beforeEach(async () => {
  standIn = await startStandIn({ points: { firstPage: 0 } });
  const settings = { UPSTREAM_URL: standIn.url, UPSTREAM_FIRST_PAGE: '0' };
  const { upstream: config } = readConfig(settings);
  assert(config);
  upstream = upstreamClient(config, () => new Date());
});
afterEach(async () => {
  await upstream.close();
  await standIn.close();
});

const tried = async (within?: number) => tryApiKey(upstream, seeded.bea.token, within);

test('a key is checked by one request for one lead of the first page', async () => {
  await tried();
  expect(await standIn.requests()).toMatchObject([{ method: 'GET', status: 200 }]);
});

test.each([
  ['rejects access', { kind: 'reject', status: 403 }, 400, 'doesn’t accept'],
  ['has had enough', { kind: 'reject', status: 429, retryAfter: 7 }, 429, 'is busy'],
  ['fails', { kind: 'reject', status: 500 }, 502, 'did not respond correctly'],
  ['shows a page for people', { kind: 'html', status: 200 }, 502, 'did not respond correctly'],
  ['sends elsewhere', { kind: 'redirect', to: 'https://a.test' }, 502, 'did not respond correctly'],
  ['cuts off its response', { kind: 'truncate' }, 502, 'lender’s system'],
  ['ends the connection', { kind: 'drop' }, 502, 'broke off'],
] as const)('a service that %s', async (_name, error, status, sentence) => {
  await standIn.addFailure(error);
  const failure = { status, message: expect.stringContaining(sentence) };
  await expect(tried()).rejects.toMatchObject(failure);
});

test.each([
  ['seconds', 7, /^7$/],
  // So far ahead that minutes of the test do not matter; an hour is the most.
  ['a date', new Date(Date.now() + 3_000_000).toUTCString(), /^(2[6-9]\d\d|3000)$/],
  ['nothing', undefined, /^30$/],
  ['nonsense', 'soon', /^30$/],
])(
  'a busy service that asks to wait with %s: the person sees how long',
  async (_name, header, seconds) => {
    const retryAfter = header === undefined ? {} : { retryAfter: header };
    await standIn.addFailure({ kind: 'reject', status: 429, ...retryAfter });
    const headers = { 'retry-after': expect.stringMatching(seconds) };
    await expect(tried()).rejects.toMatchObject({ headers });
  },
);

test('an existing service that does not respond in time is 504', async () => {
  await standIn.addFailure({ kind: 'slow', ms: 60_000 });
  await expect(tried(50)).rejects.toMatchObject({ status: 504 });
});

test('an existing service that is unreachable is 503', async () => {
  await standIn.close();
  await expect(tried()).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('was not saved'),
  });
});
