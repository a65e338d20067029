import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { isIP, type Socket } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type ErrorBody, type ErrorCode, errorStatuses } from '#contract/v1/errors.ts';
import { ApiError, malformed } from '#server/errors/api-error.ts';

const rejections: Readonly<Record<string, readonly [ErrorCode, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request-timeout',
    'The request took too long to arrive. Send it again.',
  ],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers of the request are too large.'],
};

/** How long a client has to close its side of a rejected connection, in milliseconds. */
const closingMs = 1_000;

/**
 * Responds on the raw connection to bytes that are no HTTP request, or do not arrive in time: sends
 * the same `{error, code}`, then ends the connection, whether or not the client does.
 */
export function rejectMalformedRequest(error: { readonly code?: string }, socket: Socket): void {
  setTimeout(() => socket.destroy(), closingMs).unref();
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [code, sentence] = rejections[error.code ?? ''] ?? [
    'malformed-request',
    'This is not a valid HTTP request.',
  ];
  const status = errorStatuses[code];
  const body = JSON.stringify({ error: sentence, code } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** How long the headers of a request may take to arrive, and how often that is checked. */
export const headerTimes = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** How long a body may take to arrive, and an upload to make progress, in milliseconds. */
export const bodyMs = 30_000;
/** The progress of an upload in that time: two kibibytes a second. */
export const minProgressBytes = 64 * 1024;

/**
 * Ends requests whose body trickles in: a JSON body has to arrive within half a minute; an upload,
 * which can take long over a slow line, has to make some progress in each.
 */
export function addArrivalLimit(app: FastifyInstance, limitMs = bodyMs): void {
  app.server.on('request', (request: IncomingMessage) => {
    if (hasBody(request)) limitArrival(request, limitMs);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function limitArrival(request: IncomingMessage, limitMs: number): void {
  const { socket, headers } = request;
  const isUpload = headers['content-type']?.startsWith('multipart/') ?? false;
  let arrived = socket.bytesRead;
  const timer = setInterval(() => {
    const progress = socket.bytesRead - arrived;
    arrived += progress;
    if (isUpload && progress >= minProgressBytes) return;
    clearInterval(timer);
    rejectMalformedRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  }, limitMs);
  timer.unref();
  // Also for an unread body: once its response is sent, the rest is discarded.
  request.once('close', () => clearInterval(timer));
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects changes under `/portal` that come from other sites, and every request that names several
 * hosts: Node would take the first, and a proxy in front may have taken another. Other sites do not
 * get the session cookie (SameSite=Strict). Where the browser also sends the request’s origin, it
 * must be that of `PUBLIC_URL`, or the request’s own by a number: another name can lead here
 * because its owner says so (DNS rebinding). A request without an origin comes from a program,
 * which cannot be tricked as a browser can.
 */
export function addSameOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasSeveralHosts(request)) {
      reply.header('connection', 'close');
      done(malformed('Send the header Host once.'));
      return;
    }
    // By the route, because the same path can be written in several ways.
    const isPortal = request.routeOptions.url?.startsWith('/portal/') ?? false;
    const isChange = isPortal && !safe.has(request.method);
    done(
      isChange && !isSameOrigin(request)
        ? new ApiError(
            'cross-site-request',
            'This request came from another site. Open the portal itself and try again.',
          )
        : undefined,
    );
  });
}

function hasSeveralHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1;
}

function isSameOrigin({ headers, host, protocol, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined || origin === server.publicUrl) return true;
  return origin === `${protocol}://${host}` && isFixedHost(origin);
}

/** Returns whether the host of an origin is an IP address or this machine: DNS can’t change it. */
function isFixedHost(origin: string): boolean {
  const hostname = URL.parse(origin)?.hostname ?? '';
  return hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
}
