import type { FastifyReply, FastifyRequest } from 'fastify';

import type { UpstreamText } from '#server/upstream/client/upstream.client.ts';
import { strongEtag } from '#server/upstream/status/upstream-capabilities.ts';

/** Returns a header of the caller that is forwarded to the upstream service. */
export function forwardedHeader(request: FastifyRequest, name: string): Record<string, string> {
  const value = request.headers[name];
  return typeof value === 'string' ? { [name]: value } : {};
}

/** Sends the text of a record or list of the upstream service, unchanged. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Sends the strong ETag of a response of the upstream service, if it has one. */
export function withEtag(reply: FastifyReply, { headers }: UpstreamText): FastifyReply {
  const etag = strongEtag(headers);
  return etag === undefined ? reply : reply.header('etag', etag);
}
