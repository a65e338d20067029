import { expect, test } from 'vitest';

import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { started } from '#server/testing/access/with-people.ts';
import { json } from '#server/testing/fake-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { signInBrowser, startInFrontOfFake } from '#server/testing/upstream-test-app.ts';

const portal = started(async () => startInFrontOfFake(json([])));

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
  const others = await signInBrowser(portal.testApp, other);
  const held: (() => void)[] = [];
  portal.service.respondWith((request, response) => {
    const respond = () => json([])(request, response);
    if (request.headers.authorization === 'Bearer another-token') respond();
    else held.push(respond);
  });
  const requests = together(80, portal.headers.program);
  const statuses: number[] = [];
  for (const request of requests) void request.then(({ status }) => statuses.push(status));
  const rejected = await Promise.race(requests);
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect(await rejected.text()).toMatch(/was busy at \d\d:\d\d UTC\. Nothing is lost/);
  expect((await ask(others)).status).toBe(200);
  await expect.poll(() => statuses).toEqual(Array.from({ length: 30 }, () => 503));
  portal.service.respondWith(json([]));
  for (const respond of held) respond();
  expect(countOf(200, await Promise.all(requests))).toBe(50);
  expect(countOf(200, await Promise.all(together(40, portal.headers.program)))).toBe(40);
});
