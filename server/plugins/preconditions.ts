import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from './errors.ts';

/**
 * The strong ETag of a record: a digest of its whole answer. Beside the record's own changes it follows what else the answer tells,
 * the names of partner and contact and the links.
 */
export function etagOf(answer: object): string {
  return `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
}

/** Tells the answer's ETag; true when the caller has this very answer already, and 304 without a body is what to send. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, answer: object): boolean {
  const etag = etagOf(answer);
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  // RFC 9110, section 13.1.2: compared weakly.
  return known !== undefined && isListed(known.replaceAll('W/"', '"'), etag);
}

/** Holds a change back when the record is no longer answered as the caller has seen it. @throws ApiError 412 */
export function requireMatch(request: FastifyRequest, answer: object): void {
  const seen = request.headers['if-match'];
  if (seen === undefined) return;
  const etag = etagOf(answer);
  // RFC 9110, section 13.1.1: compared strongly, so that a weak tag never matches.
  if (!isListed(seen, etag))
    throw new ApiError(
      412,
      'Somebody else has changed this record meanwhile. Read it again, then make your change.',
      { headers: { etag } },
    );
}

function isListed(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etag);
}
