import { beforeEach, expect, test, vi } from 'vitest';

import { accountEndpoints } from '#contract/portal/accounts.ts';
import { partnerEndpoints } from '#contract/portal/partners.ts';
import { v1 } from '#contract/v1/endpoints.ts';

/** A fake service: `respond` creates each response, and `requests` records the requests. */
type Respond = (request: { address: string; init: RequestInit; bearer: string | null }) => Response;
let requests: string[];
let respond: Respond;

beforeEach(() => {
  // Each test has its own client, because the module stores the token.
  vi.resetModules();
  requests = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${init.method} ${address}`);
    init.signal?.throwIfAborted();
    return respond({ address, init, bearer: new Headers(init.headers).get('authorization') });
  });
});

const client = async () => import('./client.ts');

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const token = (name: string, lifetime = 900_000, headers: Record<string, string> = {}) =>
  json(
    { accessToken: name, expiresAt: new Date(Date.now() + lifetime).toISOString() },
    200,
    headers,
  );
const rejected = () => json({ error: 'The sign-in has expired.' }, 401);
const isTokenRequest = (address: string) => address === '/portal/access-token';
const read = (raw: unknown) => raw;

/** Fakes a service that issues tokens t1, t2, … and accepts only some of them. */
function tokenService(isAccepted: (bearer: string) => boolean): void {
  let issued = 0;
  respond = ({ address, bearer }) => {
    if (isTokenRequest(address)) return token(`t${(issued += 1)}`);
    return bearer !== null && isAccepted(bearer) ? json({ bearer }) : rejected();
  };
}

test('shares one token between simultaneous and later calls', async () => {
  tokenService(() => true);
  const { fetchResponse } = await client();
  await Promise.all([
    fetchResponse(v1.listLeads, { read }),
    fetchResponse(v1.readLead, { params: { id: 'a/b' }, read }),
  ]);
  await fetchResponse(v1.listDeals, { query: new URLSearchParams({ page: '2' }), read });
  expect(requests).toEqual([
    'POST /portal/access-token',
    'GET /api/v1/lead',
    'GET /api/v1/lead/a%2Fb',
    'GET /api/v1/deal?page=2',
  ]);
});

test('renews a rejected token once, and sends the call again', async () => {
  tokenService((bearer) => bearer !== 'Bearer t1');
  const { fetchResponse } = await client();
  expect(await fetchResponse(v1.listLeads, { read })).toMatchObject({
    data: { bearer: 'Bearer t2' },
  });
  expect(requests.filter((one) => one.includes('token'))).toHaveLength(2);
});

test('fails, without looping, when every token is rejected', async () => {
  tokenService(() => false);
  const { fetchResponse } = await client();
  await expect(fetchResponse(v1.listLeads, { read })).rejects.toMatchObject({ status: 401 });
  expect(requests).toHaveLength(4);
});

test('renews a token a minute before it expires, by the clock of the service', async () => {
  const wrongClock = { date: new Date(Date.now() + 850_000).toUTCString() };
  respond = ({ address }) => (isTokenRequest(address) ? token('t', 900_000, wrongClock) : json([]));
  const { fetchResponse } = await client();
  await fetchResponse(v1.listLeads, { read });
  await fetchResponse(v1.listLeads, { read });
  expect(requests.filter((one) => one.includes('token'))).toHaveLength(2);
});

test('a request whose cookie was replaced meanwhile is sent again, without a sign-in', async () => {
  respond = () => (requests.length === 1 ? rejected() : json([]));
  const { fetchResponse } = await client();
  const { isSignInRequired } = await import('./sign-in-required.ts');
  expect((await fetchResponse(partnerEndpoints.listContacts, {})).data).toEqual([]);
  expect(isSignInRequired()).toBe(false);
});

test('reads the session without waiting for sign-in', async () => {
  respond = rejected;
  const { fetchResponse } = await client();
  await expect(
    fetchResponse(accountEndpoints.readSession, { signedOut: 'throw' }),
  ).rejects.toMatchObject({ status: 401, message: 'The sign-in has expired.' });
});

test('sends a change with its version and idempotency key, and returns the new version', async () => {
  let headers = new Headers();
  respond = ({ address, init }) => {
    if (isTokenRequest(address)) return token('t');
    headers = new Headers(init.headers);
    return json({ id: '1' }, 200, { etag: '"2"' });
  };
  const { fetchResponse } = await client();
  const { etag } = await fetchResponse(v1.updateLead, {
    params: { id: '1' },
    body: { fields: { email: null } },
    ifMatch: '"1"',
    idempotencyKey: 'k',
    read,
  });
  expect(etag).toBe('"2"');
  expect(Object.fromEntries(headers)).toMatchObject({
    authorization: 'Bearer t',
    'content-type': 'application/json',
    'if-match': '"1"',
    'idempotency-key': 'k',
  });
});
