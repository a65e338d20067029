import { Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { dealListEndpoints } from '#contract/portal/deal-list.ts';
import { leadListEndpoints } from '#contract/portal/lead-list.ts';

/** The length from which compression saves more time on a slow line than it costs. */
const minCompressedLength = 4_096;

// The lowest quality: compresses a page of leads from 50 kB to 3 kB in 0.1 ms. The highest would
// save another half a kilobyte for five times as long.
const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };

// A document is read over slow lines: a fifth smaller in a millisecond more.
const partParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The addresses under `/portal` with records alone, as a document has them. */
const portalLists: readonly string[] = [
  leadListEndpoints.listMarkedLeads.path,
  dealListEndpoints.listMarkedDeals.path,
];

/**
 * Compresses large responses of the API and the portal’s lists for clients that accept Brotli, as
 * every browser does. Others under `/portal` are not compressed: they are authenticated by cookie,
 * and the length of a compressed secret reveals something about it; lists and documents have none.
 * A response with an ETag is not compressed either, because its ETag identifies the exact bytes.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isWorthIt = isText && payload.length >= minCompressedLength;
    const { url = '' } = request.routeOptions;
    const isOfRecords = url.startsWith('/api/v1/') || portalLists.includes(url);
    if (!isWorthIt || !isOfRecords || reply.hasHeader('etag')) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!acceptsBrotli(request)) return done(null, payload);
    reply.header('content-encoding', 'br').removeHeader('content-length');
    brotliCompress(payload, { params }, done);
  });
}

/**
 * Returns the parts of a response as a stream that is compressed and sent part by part, with its
 * encoding; uncompressed for a client that does not accept it.
 */
export function compressedParts(
  request: FastifyRequest,
  parts: AsyncIterable<string>,
): { readonly encoding?: 'br'; readonly stream: Readable } {
  if (!acceptsBrotli(request)) return { stream: Readable.from(parts) };
  const brotli = createBrotliCompress({ params: partParams });
  const write = async () => {
    for await (const part of parts) {
      brotli.write(part);
      brotli.flush();
    }
    brotli.end();
  };
  write().catch((error: unknown) => brotli.destroy(error instanceof Error ? error : undefined));
  return { encoding: 'br', stream: brotli };
}

/** Returns whether a client accepts Brotli, as every browser does by https. */
export function acceptsBrotli({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(^|,)\s*br\s*(;\s*q=(1|0?\.\d*[1-9])|,|$)/i.test(String(headers['accept-encoding']));
}
