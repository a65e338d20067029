import type { FastifyRequest, LightMyRequestResponse } from 'fastify';

import { accountEndpoints, accessToken } from '#contract/portal/accounts.ts';
import type { FirstResponse } from '#contract/portal/first-page/first-page.ts';

/** The headers that the browser’s client reads. */
const passedOn = ['content-type', 'date', 'etag', 'link', 'x-total-count'];
/** The headers that tell who calls, and from where. */
const sent = ['cookie', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Calls an endpoint in this process as the browser of a request would, with its session and, for
 * the API, an access token of it, which does not leave the process. Returns the response;
 * undefined if it is an error or later than the deadline.
 */
export async function readFirst(
  request: FastifyRequest,
  endpoint: `GET ${string}`,
  deadline: AbortSignal,
): Promise<FirstResponse | undefined> {
  const address = endpoint.slice('GET '.length);
  const response = address.startsWith('/api/')
    ? await withToken(request, address, deadline)
    : await call(request, { method: 'GET', url: address }, deadline);
  if (response?.statusCode !== 200) return undefined;
  const headers = passedOn.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { headers: Object.fromEntries(headers), body: response.body };
}

async function withToken(request: FastifyRequest, url: string, deadline: AbortSignal) {
  const { method, path } = accountEndpoints.createAccessToken;
  const token = await call(request, { method, url: path }, deadline);
  if (token?.statusCode !== 200) return token;
  const { accessToken: bearer } = accessToken.parse(JSON.parse(token.body));
  return call(request, { method: 'GET', url, token: bearer }, deadline);
}

async function call(
  { headers, server, socket }: FastifyRequest,
  { method, url, token }: { method: 'GET' | 'POST'; url: string; token?: string },
  signal: AbortSignal,
): Promise<LightMyRequestResponse | undefined> {
  const own = Object.fromEntries(sent.map((name) => [name, headers[name]]).filter(([, v]) => v));
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = { method, url, headers: { ...own, ...authorization }, signal };
  const { remoteAddress } = socket;
  return server
    .inject(remoteAddress === undefined ? options : { ...options, remoteAddress })
    .catch(() => undefined);
}
