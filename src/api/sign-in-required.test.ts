import { beforeEach, expect, test, vi } from 'vitest';

import { apiKeyEndpoints } from '#contract/portal/api-keys.ts';
import { partnerEndpoints } from '#contract/portal/partners.ts';
import { v1 } from '#contract/v1/endpoints.ts';

let isSignedIn: boolean;
beforeEach(() => {
  // Each test has its own client, because the modules store the token and who waits.
  vi.resetModules();
  isSignedIn = false;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!isSignedIn) return Response.json({ error: 'The sign-in has expired.' }, { status: 401 });
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    const token = { accessToken: 't', expiresAt };
    return Response.json(address === '/portal/access-token' ? token : []);
  });
});

const client = async () => import('./client.ts');
const signIn = async () => import('./sign-in-required.ts');
const read = (raw: unknown) => raw;

test('calls wait until a user whose session has expired signs in again', async () => {
  const { fetchResponse } = await client();
  const { isSignInRequired, resumeRequests, subscribeToSignInRequired } = await signIn();
  const closed = new Promise<void>((resolve) => subscribeToSignInRequired(resolve));
  const waiting = [
    fetchResponse(v1.listLeads, { read }),
    fetchResponse(partnerEndpoints.listContacts, {}),
  ];
  await closed;
  expect(isSignInRequired()).toBe(true);

  isSignedIn = true;
  resumeRequests();
  expect((await Promise.all(waiting)).map(({ data }) => data)).toEqual([[], []]);
  expect(isSignInRequired()).toBe(false);
});

test('an aborted call no longer waits for sign-in', async () => {
  const { fetchResponse } = await client();
  const { subscribeToSignInRequired } = await signIn();
  const closed = new Promise<void>((resolve) => subscribeToSignInRequired(resolve));
  const leaving = new AbortController();
  const waiting = fetchResponse(apiKeyEndpoints.readProfile, { signal: leaving.signal });
  await closed;
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});
