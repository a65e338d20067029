import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/portal/accounts.ts';
import { takePrefetched } from '#src/hydration/boot/prefetched-responses.ts';

import { parseJson, toServiceError, tooSlow, unreachable, unreadable } from './service-error.ts';
import { waitForSignIn } from './sign-in-required.ts';

/** The request timeout in milliseconds. */
const requestTimeoutMs = 60_000;

/** The response of an endpoint, as the contract has it. */
export type ResponseOf<E extends Endpoint> = E extends {
  readonly response: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : undefined;

/** The options of any call. */
interface SharedOptions<T> {
  query?: URLSearchParams | undefined;
  /** The ETag of the version that the change is based on. */
  ifMatch?: string | undefined;
  /** Makes it safe to send the same request again. */
  idempotencyKey?: string;
  /** Whether the request goes on when the page is left; its body has at most 64 KiB then. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Parses the response instead of the contract's strict schema. */
  read?: (raw: unknown) => T;
  /**
   * What to do if the session has expired: wait until the user signs in over the page (default), or
   * throw.
   */
  signedOut?: 'wait' | 'throw';
}

/**
 * The options of a call. The record's id and the body are required if the endpoint has them.
 */
export type CallOptions<E extends Endpoint, T> = SharedOptions<T> &
  (E['path'] extends `${string}:id${string}` ? { params: { id: string } } : { params?: never }) &
  (E extends { readonly body: infer S extends z.ZodMiniType }
    ? { body: z.output<S> }
    : { body?: never });

/** An endpoint that the portal calls: not one of the operator’s. */
export type PortalEndpoint = Endpoint & { readonly auth: Exclude<Endpoint['auth'], 'operator'> };

/** A successful response. */
export interface ServiceResponse<T> {
  readonly data: T;
  readonly headers: Headers;
  /** The record's version, for `ifMatch`; undefined if the service has no versions. */
  readonly etag: string | undefined;
}

/**
 * Calls an endpoint of the contract. Adds the credentials, renews the access token in time, and
 * waits if the user has to sign in again.
 * @throws ServiceError with a sentence for the user; the signal's reason when aborted
 */
export const fetchResponse: <E extends PortalEndpoint, T = ResponseOf<E>>(
  endpoint: E,
  options: CallOptions<E, T>,
) => Promise<ServiceResponse<T>> = callEndpoint;

/** Calls an endpoint as {@link fetchResponse}, and returns its data. */
export async function call<E extends PortalEndpoint, T = ResponseOf<E>>(
  endpoint: E,
  options: CallOptions<E, T>,
): Promise<NoInfer<T>> {
  return (await fetchResponse(endpoint, options)).data;
}

/** Calls an endpoint as `fetchResponse`, which knows what each endpoint needs and responds. */
export async function callEndpoint<T>(
  endpoint: PortalEndpoint,
  options: AnyOptions<T>,
): Promise<ServiceResponse<T>> {
  const response = await sendAs[endpoint.auth](endpoint, options);
  const text = await response.text().catch((cause: unknown) => fail(cause, options.signal));
  if (!response.ok) throw toServiceError(response.status, text, response.headers);
  return {
    data: readResponse(endpoint, options, response.status, text),
    headers: response.headers,
    etag: response.headers.get('etag') ?? undefined,
  };
}

interface AnyOptions<T = unknown> extends SharedOptions<T> {
  params?: { id: string } | undefined;
  body?: unknown;
}

/** Sends a request with the contract's three kinds of authentication. */
const sendAs = {
  none: send,
  async session(endpoint: Endpoint, options: AnyOptions): Promise<Response> {
    let response = await send(endpoint, options);
    if (response.status !== 401 || options.signedOut === 'throw') return response;
    // Confirming the password, also in another tab, replaces the cookie that was sent.
    response = await send(endpoint, options);
    if (response.status !== 401) return response;
    await waitForSignIn(options.signal);
    return sendAs.session(endpoint, options);
  },
  async bearer(endpoint: Endpoint, options: AnyOptions): Promise<Response> {
    // Without a token, which may not be there yet.
    const prefetched = await takePrefetched(endpoint.method, toAddress(endpoint, options));
    if (prefetched && prefetched.status !== 401) return prefetched;
    const token = await accessToken();
    const response = await send(endpoint, options, token);
    if (response.status !== 401) return response;
    return send(endpoint, options, await accessToken(token));
  },
};

let stored: { token: string; until: number } | undefined;
let renewal: Promise<string> | undefined;

/**
 * Returns the bearer token for `/api/v1`. The token is in memory only and shared by all calls. It
 * is renewed a minute before it expires, or when it equals `rejected`. Waits if the user has to
 * sign in again.
 */
export async function accessToken(rejected?: string): Promise<string> {
  if (stored && stored.token !== rejected && stored.until > Date.now()) return stored.token;
  renewal ??= renewToken().finally(() => (renewal = undefined));
  return renewal;
}

async function renewToken(): Promise<string> {
  const { data, headers } = await fetchResponse(accountEndpoints.createAccessToken, {});
  stored = { token: data.accessToken, until: onThisClock(data.expiresAt, headers) - 60_000 };
  return stored.token;
}

/**
 * Returns a time of a response in milliseconds of this device's clock, which may be wrong: it is as
 * far from now as by the service's clock, or less than a second nearer.
 */
export function onThisClock(time: string, headers: Headers): number {
  const now = Date.now();
  const date = Date.parse(headers.get('date') ?? '');
  // The header has whole seconds, rounded down.
  const serviceNow = Number.isNaN(date) ? now : date + 1_000;
  return now + Date.parse(time) - serviceNow;
}

/** Returns the address of an endpoint with an id, for a link. */
export function endpointAddress({ path }: Endpoint, id: string): string {
  return path.replace(':id', encodeURIComponent(id));
}

function toAddress(endpoint: Endpoint, { params, query }: AnyOptions): string {
  const resource = endpointAddress(endpoint, params?.id ?? '');
  return query?.size ? `${resource}?${query}` : resource;
}

async function send(endpoint: Endpoint, options: AnyOptions, token?: string): Promise<Response> {
  const { method } = endpoint;
  const address = toAddress(endpoint, options);
  const prefetched = await takePrefetched(method, address);
  if (prefetched !== undefined) return prefetched;

  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) };
  const { keepalive = false } = options;
  return fetch(address, { method, headers, signal, keepalive, ...body }).catch((cause: unknown) =>
    fail(cause, options.signal),
  );
}

/**
 * Throws the error for a failed request: the signal's reason if aborted, a timeout or no
 * connection.
 */
function fail(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw cause instanceof DOMException && cause.name === 'TimeoutError'
    ? tooSlow(cause)
    : unreachable(cause);
}

function readResponse<T>(
  endpoint: Endpoint,
  { read }: { read?: (raw: unknown) => T },
  status: number,
  text: string,
): T {
  try {
    if (read) return read(parseJson(text));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `read`, T is its output
    return endpoint.response?.parse(parseJson(text)) as T;
  } catch (cause) {
    throw unreadable(status, cause);
  }
}
