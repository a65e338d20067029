import { afterAll, beforeAll, expect, test } from 'vitest';

import { storeEnteredKey } from '#server/auth/api-keys.store.ts';
import { json } from '#server/testing/fake-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import {
  browserOf,
  startInFrontOfFake,
  type FakeUpstream,
} from '#server/testing/upstream-test-app.ts';

let portal: FakeUpstream;
beforeAll(async () => {
  portal = await startInFrontOfFake(json([]));
});
afterAll(async () => portal.close());

const ask = async (headers: Record<string, string>) =>
  fetch(`${portal.origin}/api/v1/lead`, { headers });
const together = (count: number, headers: Record<string, string>) =>
  Array.from({ length: count }, async () => ask(headers));
const countOf = (status: number, responses: readonly Response[]) =>
  responses.filter((response) => response.status === status).length;

test('one person’s many requests to a slow service are rejected, and other people’s succeed', async () => {
  const { db } = portal.testApp.database;
  const other = await makePerson(db, 'broker');
  await storeEnteredKey(db, testSecrets.apiKeys, other.accountId, 'another-token');
  const others = await browserOf(portal.testApp, other);
  portal.service.respondWith((request, response) => {
    if (request.headers.authorization === 'Bearer another-token') json([])(request, response);
  });
  const requests = together(80, portal.ways.program);
  const rejected = await Promise.race(requests);
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect(await rejected.text()).toMatch(/was busy at \d\d:\d\d UTC\. Nothing is lost/);
  expect((await ask(others)).status).toBe(200);
  const responses = await Promise.all(requests);
  expect([countOf(503, responses), countOf(504, responses)]).toEqual([30, 50]);
  portal.service.respondWith(json([]));
  expect(countOf(200, await Promise.all(together(40, portal.ways.program)))).toBe(40);
});
