import { afterAll, beforeAll, expect, test } from 'vitest';

import { storeEnteredKey } from '#server/auth/api-keys.store.ts';
import { type CannedService, json, startCannedService } from '#server/testing/canned-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import {
  browserOf,
  startInFrontOf,
  type UpstreamTestApp,
} from '#server/testing/upstream-test-app.ts';

let service: CannedService;
let world: UpstreamTestApp;
beforeAll(async () => {
  service = await startCannedService(json([]));
  world = await startInFrontOf(service.url, 'a-token-of-theirs');
});
afterAll(async () => {
  await world.close();
  service.close();
});

const ask = async (headers: Record<string, string>) =>
  fetch(`${world.origin}/api/v1/lead`, { headers });
const together = (count: number, headers: Record<string, string>) =>
  Array.from({ length: count }, async () => ask(headers));
const countOf = (status: number, responses: readonly Response[]) =>
  responses.filter((response) => response.status === status).length;

test('one who asks a sleeping service over and over is told so, and keeps nobody else out', async () => {
  const { db } = world.portal.database;
  const other = await makePerson(db, 'broker');
  await storeEnteredKey(db, testSecrets.apiKeys, other.accountId, 'another-token');
  const others = await browserOf(world.portal, other);
  service.respondWith((request, response) => {
    if (request.headers.authorization === 'Bearer another-token') json([])(request, response);
  });
  const crowd = together(80, world.ways.program);
  const rejected = await Promise.race(crowd);
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect(await rejected.text()).toMatch(/was busy at \d\d:\d\d UTC\. Nothing is lost/);
  expect((await ask(others)).status).toBe(200);
  const responses = await Promise.all(crowd);
  expect([countOf(503, responses), countOf(504, responses)]).toEqual([30, 50]);
  service.respondWith(json([]));
  expect(countOf(200, await Promise.all(together(40, world.ways.program)))).toBe(40);
});
