import { brotliCompress, constants } from 'node:zlib';

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Characters from which compressing saves a slow line more time than it costs. */
const worthIt = 4_096;

// The lightest: a page of leads goes from 50 kB to 3 in 0.1 ms; the best would save another half a kilobyte for five times that.
const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };

/**
 * Compresses large answers of the interface (lists) for who accepts brotli, as every browser does. Nothing under `/portal`: its answers
 * come by cookie, and the length of a compressed secret tells something of it. An answer with an ETag stays the very bytes it names.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWorthIt = typeof payload === 'string' && payload.length >= worthIt;
    if (!isWorthIt || !isInterface(request) || reply.hasHeader('etag')) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!acceptsBrotli(request)) return done(null, payload);
    reply.header('content-encoding', 'br').removeHeader('content-length');
    brotliCompress(payload, { params }, done);
  });
}

function isInterface({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/v1/') ?? false;
}

function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /(^|,)\s*br\s*(;\s*q=(1|0?\.\d*[1-9])|,|$)/i.test(String(headers['accept-encoding']));
}
