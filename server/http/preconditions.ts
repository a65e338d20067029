import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError, malformed } from '#server/errors/api-error.ts';

/**
 * Returns the strong ETag of a record: a digest of its whole response. It changes with everything
 * in the response, also with the names of partner and contact and with the links.
 */
export function computeEtag(response: object): string {
  return `"${createHash('sha256').update(JSON.stringify(response)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Sets the ETag of a record’s response. Returns the response; or sends 304, without a body, to a
 * caller who already has it.
 */
export function sendOrNotModified<Body extends object>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  response: Body,
): Body | FastifyReply {
  const etag = computeEtag(response);
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  // RFC 9110, section 13.1.2: weak comparison.
  const isKnown = known !== undefined && isListed(known.replaceAll('W/"', '"'), etag);
  return isKnown ? reply.code(304).send() : response;
}

/**
 * Asserts that a record is as the caller has seen it; `seen` is the value of `If-Match`, if any.
 * @throws ApiError 412; 400 for a weak tag, which can't match: with 412, a client that reads the
 * record again and sends its new weak tag would repeat that forever
 */
export function assertMatch(seen: string | undefined, response: object): void {
  if (seen === undefined) return;
  const etag = computeEtag(response);
  // RFC 9110, section 13.1.1: strong comparison, so that a weak tag never matches.
  if (isListed(seen, etag)) return;
  if (seen.includes('W/"'))
    throw malformed(
      'If-Match has a weak tag (W/"…"), which matches nothing. A proxy that compresses responses makes tags weak: send the tag without W/.',
    );
  throw new ApiError(
    'version-conflict',
    'Someone else has changed this record. Read it again, then make your change.',
    { headers: { etag } },
  );
}

function isListed(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etag);
}
