import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { type ErrorBody, type ErrorCode, errorStatuses } from '#contract/v1/errors.ts';

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
 * Responds on the raw connection to what is not even an HTTP request, or does not arrive in time:
 * sends the same `{error, code}`, then ends the connection, whether or not the client does.
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
const bodyMs = 30_000;
/** The progress of an upload in that time: two kibibytes a second. */
const minProgressBytes = 64 * 1024;

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
  // Also when nobody reads the body: once its response is sent, the rest is discarded.
  request.once('close', () => clearInterval(timer));
}
