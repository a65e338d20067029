import { Readable } from 'node:stream';

import { Agent, request as send } from 'undici';

import type { UpstreamConfig } from '#server/config.ts';

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

/** Whatever it answered, its body still to be read. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
}

/** An answer read to its end. */
export interface UpstreamText {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The service behind the portal gave no answer, or one that broke off. */
export class UpstreamFailure extends Error {
  readonly kind: 'unreachable' | 'slow' | 'broken';
  /** Whether the request may have arrived: then nobody knows what became of it. */
  readonly mayHaveArrived: boolean;

  constructor(kind: UpstreamFailure['kind'], mayHaveArrived: boolean, cause: unknown) {
    super(`The service behind the portal is ${kind}.`, { cause });
    this.kind = kind;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The only way to the service behind the portal. */
export interface UpstreamClient {
  readonly config: UpstreamConfig;
  /** The answer, as it comes. @throws UpstreamFailure */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** The answer, read to its end. @throws UpstreamFailure, also where it breaks off */
  read(request: UpstreamRequest): Promise<UpstreamText>;
  close(): Promise<void>;
}

/** Milliseconds: to connect, until an answer begins, between two pieces of it, for all of one that is read. */
export interface Patience {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly whole: number;
}
/** A person waits at most a minute (src/api/client.ts). */
const patience: Patience = { connect: 5_000, headers: 30_000, body: 15_000, whole: 50_000 };
const hour = 3_600_000;
/** Bytes of an answer: a page of the largest records is a tenth of it. */
const largestAnswer = 16 * 1024 * 1024;

/** Calls `config.url` and no other address; redirects are answers like any other. */
export function upstreamClient(
  config: UpstreamConfig,
  limits: Patience = patience,
): UpstreamClient {
  const agent = new Agent({
    connect: { timeout: limits.connect },
    headersTimeout: limits.headers,
    bodyTimeout: limits.body,
    maxResponseSize: largestAnswer,
  });

  const sendRequest: UpstreamClient['send'] = async ({ method, path, query, token, ...rest }) => {
    const address = query?.size ? `${path}?${query.toString()}` : path;
    const headers = {
      accept: 'application/json',
      // Every request says so, one without a body too (specification, Authentication, 3).
      'content-type': 'application/json',
      ...rest.headers,
      authorization: `Bearer ${token}`,
    };
    try {
      const {
        statusCode,
        headers: answered,
        body,
      } = await send(config.url + address, {
        method,
        headers,
        dispatcher: agent,
        ...(rest.body !== undefined && { body: rest.body }),
        ...(rest.signal && { signal: rest.signal }),
      });
      return { status: statusCode, headers: headersOf(answered), body };
    } catch (error) {
      throw failureOf(error, rest.signal);
    }
  };

  return {
    config,
    send: sendRequest,
    read: async (request) => {
      // How long an upload takes is for its sender's line to say.
      const limit = AbortSignal.timeout(request.body instanceof Readable ? hour : limits.whole);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      try {
        const { body, ...answer } = await sendRequest({ ...request, signal });
        return { ...answer, text: await textOf(body, signal) };
      } catch (error) {
        throw limit.reason === error ? new UpstreamFailure('slow', true, error) : error;
      }
    },
    close: async () => agent.destroy(),
  };
}

async function textOf(body: Readable, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of body) pieces.push(piece as Buffer);
  } catch (error) {
    throw failureOf(error, signal);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function headersOf(answered: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

/** What fails before the first byte is sent: the request has certainly not arrived. */
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const slow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isCertificate = /CERT|SSL|TLS|SELF_SIGNED/.test(code);
  if (notSent.has(code) || isCertificate) return new UpstreamFailure('unreachable', false, error);
  return new UpstreamFailure(slow.has(code) ? 'slow' : 'broken', true, error);
}
