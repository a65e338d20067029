import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { rejectMalformedRequest } from './malformed-requests.ts';

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
