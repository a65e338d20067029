import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { Histogram } from 'prom-client';
import { Agent, type Dispatcher, request as send } from 'undici';

import { capitalizeName } from '#contract/portal/upstream-name.ts';
import type { UpstreamConfig } from '#server/config/config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { ConcurrentRequests } from '#server/jobs/concurrent-requests.ts';
import { traced } from '#server/tracing/tracing.ts';

/** The requests of this process to the upstream service, by how they ended. */
export const upstreamRequests = new Histogram({
  name: 'portal_upstream_request_seconds',
  help: 'Duration of requests to the existing service, by the kind of status or of failure',
  labelNames: ['outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
});
const outcomes = ['2xx', '4xx', '5xx', 'unreachable', 'busy', 'slow', 'broken'];

/** One request to the upstream service. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The path from `/api/v1` on, with encoded segments. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** The person's API key for the upstream service. */
  readonly token: string;
  /** Names in lower case. `authorization` is added. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal | undefined;
}

/** A response that was read completely. */
export interface UpstreamText {
  /** The name of the service that sent the response. */
  readonly upstreamName: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The upstream service gave no response, or a response that broke off. */
export class NoResponseError extends Error {
  /** `busy`: the request was not sent, because too many requests are in progress. */
  readonly kind: 'unreachable' | 'busy' | 'slow' | 'broken';
  /** Whether the request may have arrived: its outcome is then unknown. */
  readonly mayHaveArrived: boolean;

  /** The name of the service within a sentence. */
  readonly upstreamName: string;

  constructor(
    { name }: UpstreamConfig,
    kind: NoResponseError['kind'],
    mayHaveArrived: boolean,
    cause?: unknown,
  ) {
    super(`${capitalizeName(name)} is ${kind}.`, { cause });
    this.upstreamName = name;
    this.kind = kind;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The only client for the upstream service. */
export interface UpstreamClient {
  readonly config: UpstreamConfig;
  readonly timeouts: Timeouts;
  /** The clock of the database, which stores when a lead was sent. */
  readonly now: () => Date;
  /**
   * Returns the complete response.
   * @throws NoResponseError, also when the response breaks off; the reason of the request's signal
   * when that aborts
   */
  read(request: UpstreamRequest): Promise<UpstreamText>;
  close(): Promise<void>;
}

/**
 * Timeouts in milliseconds: to connect, until a response starts, between two chunks of its body,
 * and for a whole exchange.
 */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly whole: number;
}
/** Less than the browser's timeout of a minute (src/api/client.ts). */
export const defaultTimeouts: Timeouts = {
  connect: 5_000,
  headers: 30_000,
  body: 15_000,
  whole: 50_000,
};
const hour = 3_600_000;
/** The maximum size of a response in bytes, ten times a page of the largest records. */
export const maxResponseBytes = 16 * 1024 * 1024;

/**
 * The maximum number of connections and of requests, which wait for a connection. Uploads have
 * their own limits, because a slow sender occupies a connection for long.
 */
const bounds = {
  short: { connections: 100, all: 200, perPerson: 50 },
  uploads: { connections: 40, all: 40, perPerson: 8 },
};

/** Returns a client that calls `config.url` and no other address; it does not follow redirects. */
export function upstreamClient(
  config: UpstreamConfig,
  now: () => Date,
  timeouts: Timeouts = defaultTimeouts,
): UpstreamClient {
  const openPool = ({ connections, ...limits }: (typeof bounds)['short']) => ({
    agent: new Agent({
      connections,
      // HTTP/2 is off: one request at a time on a connection, and no hidden retries.
      allowH2: false,
      connect: { timeout: timeouts.connect },
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      maxResponseSize: maxResponseBytes,
    }),
    requests: new ConcurrentRequests(limits),
  });
  const pools = { short: openPool(bounds.short), uploads: openPool(bounds.uploads) };
  // Prometheus sees no increase from nothing to the first.
  for (const outcome of outcomes) upstreamRequests.zero({ outcome });

  return {
    config,
    timeouts,
    now,
    read: timed(async (request) => {
      const isUpload = request.body instanceof Readable;
      const { agent, requests } = isUpload ? pools.uploads : pools.short;
      const end = requests.begin(request.token);
      if (!end) throw new NoResponseError(config, 'busy', false);
      // How long an upload takes depends on its sender's connection.
      const limit = AbortSignal.timeout(isUpload ? hour : timeouts.whole);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      let hasStarted = false;
      const dispatcher = agent.compose(beforeSending(() => (hasStarted = true)));
      try {
        return await exchange(config, { ...request, signal }, dispatcher);
      } catch (error) {
        const isAborted = hasStarted && signal.aborted && !limit.aborted;
        throw isAborted ? signal.reason : toNoResponseError(config, error, { signal, hasStarted });
      } finally {
        end();
      }
    }),
    close: async () => {
      await Promise.all([pools.short.agent.destroy(), pools.uploads.agent.destroy()]);
    },
  };
}

/** Measures each request, and counts it by how it ends. */
function timed(read: UpstreamClient['read']): UpstreamClient['read'] {
  return async (request) => {
    const end = upstreamRequests.startTimer();
    try {
      const name = () => `${request.method} existing service`;
      const response = await traced(name, {}, read(request));
      end({ outcome: `${String(response.status).slice(0, 1)}xx` });
      return response;
    } catch (error) {
      end({ outcome: error instanceof NoResponseError ? error.kind : 'aborted' });
      throw error;
    }
  };
}

/**
 * Calls `begin` before the first byte of a request is written: a request that failed before has
 * certainly not arrived.
 */
function beforeSending(begin: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    return dispatch(
      options,
      Object.assign(handler, {
        onRequestStart: (...args: Parameters<NonNullable<typeof start>>) => {
          begin();
          start?.(...args);
        },
      }),
    );
  };
}

async function exchange(
  { name, url }: UpstreamConfig,
  { method, path, query, token, body, signal, ...rest }: UpstreamRequest,
  dispatcher: Dispatcher,
): Promise<UpstreamText> {
  const address = query?.size ? `${path}?${query.toString()}` : path;
  const headers = {
    accept: 'application/json',
    // Required on every request, even without a body (specification, Authentication, 3).
    'content-type': 'application/json',
    ...rest.headers,
    authorization: `Bearer ${token}`,
  };
  const response = await send(url + address, {
    method,
    headers,
    dispatcher,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  return {
    upstreamName: name,
    status: response.statusCode,
    headers: toHeaders(response.headers),
    text: (await buffer(response.body)).toString('utf8'),
  };
}

function toHeaders(rawHeaders: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(rawHeaders))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

const slow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function toNoResponseError(
  config: UpstreamConfig,
  error: unknown,
  { signal, hasStarted }: { signal: AbortSignal; hasStarted: boolean },
): NoResponseError {
  if (signal.aborted || slow.has(systemErrorCode(error) ?? ''))
    return new NoResponseError(config, 'slow', hasStarted, error);
  return new NoResponseError(config, hasStarted ? 'broken' : 'unreachable', hasStarted, error);
}
