import { describe, expect, test } from 'vitest';

import type { Session } from '#contract/portal/accounts.ts';
import { started } from '#server/testing/access/with-people.ts';
import { json, reject, reply } from '#server/testing/fake-service.ts';
import { fakeLead, requestAs } from '#server/testing/upstream-requests.ts';
import { startInFrontOfFake } from '#server/testing/upstream-test-app.ts';

const token = 'a-token-of-theirs/2026';
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).padStart(2, '0');
const fullWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
const portal = started(async () =>
  startInFrontOfFake(json([fakeLead]), { token, env: { UPSTREAM_NAME: 'our CRM' } }),
);

describe.each(['browser', 'program'] as const)('rejections reach a %s', (caller) => {
  test.each([
    [400, 'malformed-request'],
    [403, 'no-access'],
    [404, 'not-found'],
    [409, 'conflict'],
    [422, 'request-rejected'],
  ])('a rejection with %i keeps its sentence and gets the code %s', async (status, code) => {
    portal.service.respondWith(reject(status));
    expect(await requestAs(portal, caller)).toMatchObject({
      status,
      error: 'Their own words.',
      code,
    });
  });

  test('a code of the existing service is not taken for the portal’s', async () => {
    portal.service.respondWith(
      reject(403, { error: 'No.', code: 'password-confirmation-required' }),
    );
    expect(await requestAs(portal, caller)).toMatchObject({ error: 'No.', code: 'no-access' });
  });

  test('409 with Retry-After is a request that is still running', async () => {
    portal.service.respondWith(reject(409, { error: 'Wait.' }, { 'retry-after': '2' }));
    expect(await requestAs(portal, caller)).toMatchObject({
      status: 409,
      code: 'request-in-progress',
    });
  });

  test('the errors of fields are forwarded', async () => {
    portal.service.respondWith(
      reject(400, { error: 'Two errors.', fields: { phone: 'Begin with +.' } }),
    );
    const response = await requestAs(portal, caller);
    expect(response).toMatchObject({
      error: 'Two errors.',
      code: 'invalid-fields',
      fields: { phone: 'Begin with +.' },
    });
  });

  test.each([
    ['HTML', 'text/html', '<h1>Not found</h1>'],
    ['another shape', 'application/json', '{"message":"x"}'],
    ['the key', 'application/json', JSON.stringify({ error: `Bearer ${token} may not.` })],
    ['an address', 'application/json', JSON.stringify({ error: 'See http://10.0.0.7/admin.' })],
    ['a number', 'application/json', JSON.stringify({ error: 'ECONNREFUSED 10.0.0.7:5432' })],
    ['a port', 'application/json', JSON.stringify({ error: 'No answer of db.crm.test:5432.' })],
  ])('a rejection with %s gets a sentence of the portal', async (_name, type, body) => {
    portal.service.respondWith(reply(404, body, { 'content-type': type }));
    expect(await requestAs(portal, caller)).toMatchObject({
      status: 404,
      error: 'This record doesn’t exist in our CRM.',
    });
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  test.each([
    ['in other case', token.toUpperCase()],
    ['in part', token.slice(0, 12)],
    ['in its last part', `…${token.slice(-12)}`],
    ['encoded for a URL', encodeURIComponent(token)],
    ['with every letter encoded', token.replace(/./g, (one) => `%${hexOf(one)}`)],
    ['encoded twice', token.replace(/./g, (one) => `%25${hexOf(one)}`)],
    ['as references of HTML', token.replace(/./g, (one) => `&#x${hexOf(one)};`)],
    ['as decimal references', token.replace(/./g, (one) => `&#${one.charCodeAt(0)};`)],
    ['as escapes of JSON', token.replace(/./g, (one) => `\\u00${hexOf(one)}`)],
    ['in Base64', base64(token)],
    ['in Base64 with its scheme', base64(`Bearer ${token}`)],
    ['in Base64 for a URL', Buffer.from(`x${token}`).toString('base64url')],
    ['in hex', Buffer.from(token).toString('hex')],
    ['in hex with colons', token.replace(/./g, (one) => `${hexOf(one)}:`)],
    ['with spaces', token.replace(/./g, '$& ')],
    ['with invisible characters', token.replace(/./g, '$&\u200B')],
    ['in full width', token.replace(/[a-z]/g, (one) => fullWidth(one))],
    ['in markup', token.replace(/./g, '$&<b></b>')],
  ])('a rejection that repeats the key %s gets a sentence of the portal', async (_name, echo) => {
    for (const body of [
      { error: `The key ${echo} may not.` },
      { error: 'No.', fields: { phone: `Not for ${echo}` } },
      { error: 'No.', fields: { [echo]: 'Unknown.' } },
    ]) {
      portal.service.respondWith(reject(404, body, { etag: `"${base64(token)}"` }));
      expect(await requestAs(portal, caller)).toMatchObject({
        status: 404,
        error: 'This record doesn’t exist in our CRM.',
      });
    }
  });

  test('a tag that repeats the key is left out', async () => {
    portal.service.respondWith(reject(412, { error: 'Changed.' }, { etag: `"${base64(token)}"` }));
    expect((await requestAs(portal, caller)).headers.get('etag')).toBeNull();
  });

  test('an unknown status without a sentence is named', async () => {
    portal.service.respondWith(reply(418, '<h1>Teapot</h1>', { 'content-type': 'text/html' }));
    expect(await requestAs(portal, caller)).toMatchObject({
      error: 'Our CRM rejected this (418).',
    });
  });

  test.each([['7'], ['Wed, 25 Nov 2026 09:00:00 GMT']])(
    'a 429 forwards when to try again: %s',
    async (after) => {
      portal.service.respondWith(reject(429, { error: 'Slow down.' }, { 'retry-after': after }));
      const response = await requestAs(portal, caller);
      expect(response).toMatchObject({ status: 429, error: 'Slow down.', code: 'upstream-busy' });
      expect(response.headers.get('retry-after')).toBe(after);
    },
  );

  test.each(['-5', 'soon', '1e9'])(
    'a 429 with an invalid Retry-After has none: %s',
    async (after) => {
      portal.service.respondWith(reject(429, { error: 'Slow down.' }, { 'retry-after': after }));
      expect((await requestAs(portal, caller)).headers.get('retry-after')).toBeNull();
    },
  );

  test('a 409 with an invalid Retry-After is a conflict, not a request to send again', async () => {
    portal.service.respondWith(reject(409, { error: 'Taken.' }, { 'retry-after': 'soon' }));
    expect(await requestAs(portal, caller)).toMatchObject({ status: 409, code: 'conflict' });
  });
});

const readSession = async ({ testApp, broker }: typeof portal) =>
  (await testApp.as(broker).get('/portal/session')).json<Session>();

test('the session tells the browser the name of the existing service', async () => {
  expect((await readSession(portal)).upstreamName).toBe('our CRM');
  const other = await startInFrontOfFake(json([fakeLead]));
  expect((await readSession(other)).upstreamName).toBe('the lender’s system');
  await other.close();
});

describe('a key that the service rejects', () => {
  const needsApiKey = async () => (await readSession(portal)).needsApiKey;

  test('is 401 to a program and 403 to a browser, and the session asks for a key until one is accepted', async () => {
    portal.service.respondWith(reject(401));
    const program = await requestAs(portal, 'program');
    expect(program).toMatchObject({ status: 401, code: 'upstream-key-rejected' });
    expect(program.headers.get('www-authenticate')).toContain('Bearer');
    expect(await requestAs(portal, 'browser')).toMatchObject({
      status: 403,
      code: 'upstream-key-rejected',
      error: 'Our CRM rejects your API key. Enter the current one on your profile page.',
    });
    expect(await needsApiKey()).toBe(true);
    portal.service.respondWith(json([fakeLead]));
    expect(await needsApiKey()).toBe(false);
    portal.service.respondWith(reject(401));
    await requestAs(portal, 'browser');
    portal.service.respondWith(json([fakeLead]));
    await requestAs(portal, 'program');
    expect(await needsApiKey()).toBe(false);
  });

  test('without a key, the message says where to enter one', async () => {
    const { db } = portal.testApp.database;
    await db.deleteFrom('keys').where('account_id', '=', portal.broker.accountId).execute();
    const before = portal.service.requests.length;
    expect(await requestAs(portal, 'browser')).toMatchObject({
      status: 403,
      code: 'upstream-key-missing',
      error: expect.stringContaining('First enter your API key on your profile page'),
    });
    expect((await requestAs(portal, 'program')).status).toBe(401);
    expect(await needsApiKey()).toBe(true);
    expect(portal.service.requests).toHaveLength(before);
  });
});
