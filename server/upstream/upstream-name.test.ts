import { beforeEach, expect, test } from 'vitest';

import type { Session } from '#contract/portal/accounts.ts';
import { started } from '#server/testing/access/with-people.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf, type UpstreamTestApp } from '#server/testing/upstream-test-app.ts';

const standIn = started(async () => startStandIn());
const portal = started(async () =>
  startInFrontOf(standIn.url, seeded.bea.token, { env: { UPSTREAM_NAME: 'our CRM' } }),
);
beforeEach(async () => standIn.clearFailures());

const sessionOf = async ({ testApp, broker }: UpstreamTestApp) =>
  (await testApp.as(broker).get('/portal/session')).json<Session>();

test('the session tells the browser the name of the existing service', async () => {
  expect((await sessionOf(portal)).upstreamName).toBe('our CRM');
  const other = await startInFrontOf(standIn.url, seeded.bea.token);
  expect((await sessionOf(other)).upstreamName).toBe('the lender’s system');
  await other.close();
});

test.each([
  ['rejects without a sentence', { kind: 'html', status: 404 }, 'doesn’t exist in our CRM.'],
  ['rejects with an unknown status', { kind: 'html', status: 418 }, 'Our CRM rejected this (418).'],
  ['fails', { kind: 'reject', status: 500 }, 'Our CRM had a problem at'],
  ['sends a page', { kind: 'html', status: 200 }, 'Our CRM sent an unusable response at'],
  ['ends the connection', { kind: 'drop' }, 'Our CRM broke off its response'],
  ['rejects the key', { kind: 'reject', status: 401 }, 'Our CRM rejects your API key.'],
] as const)('when the service %s, the error names it', async (_name, failure, sentence) => {
  await standIn.addFailure(failure);
  const response = await fetch(`${portal.origin}/api/v1/lead`, { headers: portal.headers.browser });
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(sentence) });
});

test('the error of a lead whose outcome is unknown names the service', async () => {
  await standIn.addFailure({ kind: 'reject', status: 500 });
  const fields = {
    firstName: 'Aroha',
    lastName: 'Moss',
    companyName: 'Kauri',
    phone: '+61491570156',
  };
  const response = await fetch(`${portal.origin}/api/v1/lead`, {
    method: 'POST',
    headers: {
      ...portal.headers.browser,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    },
    body: JSON.stringify({ fields }),
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    error: expect.stringMatching(/^Our CRM gave no usable response/),
  });
});
