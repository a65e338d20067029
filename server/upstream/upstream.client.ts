import { Readable } from 'node:stream';

import { Agent, type Dispatcher, request as send } from 'undici';

import type { UpstreamConfig } from '#server/config.ts';

import { RequestsUnderWay } from './requests-under-way.ts';

/** One request to the service behind the portal. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** From `/api/v1` on, its parts encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** The person's API key at that service. */
  readonly token: string;
  /** Small letters. `authorization` is added. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
}

/** An answer read to its end. */
export interface UpstreamText {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The service behind the portal gave no answer, or one that broke off. */
export class UpstreamFailure extends Error {
  /** `busy`: it was not asked, because too many requests wait for it already. */
  readonly kind: 'unreachable' | 'busy' | 'slow' | 'broken';
  /** Whether the request may have arrived: then nobody knows what became of it. */
  readonly mayHaveArrived: boolean;

  constructor(kind: UpstreamFailure['kind'], mayHaveArrived: boolean, cause?: unknown) {
    super(`The service behind the portal is ${kind}.`, { cause });
    this.kind = kind;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The only way to the service behind the portal. */
export interface UpstreamClient {
  readonly config: UpstreamConfig;
  readonly timeouts: Timeouts;
  /** The answer, read to its end. @throws UpstreamFailure, also where it breaks off; the reason of the request's signal */
  read(request: UpstreamRequest): Promise<UpstreamText>;
  close(): Promise<void>;
}

/** Milliseconds: to connect, until an answer begins, between two pieces of it, for all of one that is read. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly whole: number;
}
/** A person waits at most a minute (src/api/client.ts). */
const defaultTimeouts: Timeouts = { connect: 5_000, headers: 30_000, body: 15_000, whole: 50_000 };
const hour = 3_600_000;
/** Bytes of an answer: a page of the largest records is a tenth of it. */
const maxResponseBytes = 16 * 1024 * 1024;

/** How much goes at a time: connections, and requests, which wait for one. Uploads have their own, because a slow line holds one for long. */
const bounds = {
  short: { connections: 100, all: 200, ofOne: 50 },
  uploads: { connections: 40, all: 40, ofOne: 8 },
};

/** Calls `config.url` and no other address; redirects are answers like any other. */
export function upstreamClient(
  config: UpstreamConfig,
  timeouts: Timeouts = defaultTimeouts,
): UpstreamClient {
  const lineOf = ({ connections, ...most }: (typeof bounds)['short']) => ({
    agent: new Agent({
      connections,
      // One request on a connection at a time, and none that is sent anew without our knowing.
      allowH2: false,
      connect: { timeout: timeouts.connect },
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      maxResponseSize: maxResponseBytes,
    }),
    underWay: new RequestsUnderWay(most),
  });
  const lines = { short: lineOf(bounds.short), uploads: lineOf(bounds.uploads) };

  return {
    config,
    timeouts,
    read: async (request) => {
      const isUpload = request.body instanceof Readable;
      const { agent, underWay } = isUpload ? lines.uploads : lines.short;
      const end = underWay.begin(request.token);
      if (!end) throw new UpstreamFailure('busy', false);
      // How long an upload takes is for its sender's line to say.
      const limit = AbortSignal.timeout(isUpload ? hour : timeouts.whole);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      let isBegun = false;
      const dispatcher = agent.compose(beforeSending(() => (isBegun = true)));
      try {
        return await exchange(config.url, { ...request, signal }, dispatcher);
      } catch (error) {
        const isGivenUp = isBegun && signal.aborted && !limit.aborted;
        throw isGivenUp ? signal.reason : failureOf(error, signal, isBegun);
      } finally {
        end();
      }
    },
    close: async () => {
      await Promise.all([lines.short.agent.destroy(), lines.uploads.agent.destroy()]);
    },
  };
}

/** Calls `begin` before the first byte of a request is written: what failed until then has certainly not arrived. */
function beforeSending(begin: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    return dispatch(
      options,
      Object.assign(handler, {
        onRequestStart: (...given: Parameters<NonNullable<typeof start>>) => {
          begin();
          start?.(...given);
        },
      }),
    );
  };
}

async function exchange(
  base: string,
  { method, path, query, token, body, signal, ...rest }: UpstreamRequest,
  dispatcher: Dispatcher,
): Promise<UpstreamText> {
  const address = query?.size ? `${path}?${query.toString()}` : path;
  const headers = {
    accept: 'application/json',
    // Every request says so, one without a body too (specification, Authentication, 3).
    'content-type': 'application/json',
    ...rest.headers,
    authorization: `Bearer ${token}`,
  };
  const answer = await send(base + address, {
    method,
    headers,
    dispatcher,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const status = answer.statusCode;
  return { status, headers: headersOf(answer.headers), text: await textOf(answer.body) };
}

async function textOf(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function headersOf(answered: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

const slow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function failureOf(error: unknown, signal: AbortSignal, isBegun: boolean): UpstreamFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (signal.aborted || slow.has(code)) return new UpstreamFailure('slow', isBegun, error);
  return new UpstreamFailure(isBegun ? 'broken' : 'unreachable', isBegun, error);
}
