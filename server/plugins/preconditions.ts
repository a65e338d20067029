import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from './errors.ts';

interface Versioned {
  readonly version: number;
}

/** The strong ETag of a record: its version, which every change raises. */
export function etagOf({ version }: Versioned): string {
  return `"${version}"`;
}

/** Tells the record's ETag; true when the caller has this very version already, and 304 without a body is the answer. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  record: Versioned,
): boolean {
  reply.header('etag', etagOf(record));
  const known = request.headers['if-none-match'];
  // RFC 9110, section 13.1.2: compared weakly.
  return known !== undefined && listed(known.replaceAll('W/"', '"'), record);
}

/** Holds a change back when the record is no longer the version that the caller has seen. @throws ApiError 412 */
export function requireMatch(request: FastifyRequest, record: Versioned): void {
  const seen = request.headers['if-match'];
  // RFC 9110, section 13.1.1: compared strongly, so that a weak tag never matches.
  if (seen !== undefined && !listed(seen, record))
    throw new ApiError(
      412,
      'Somebody else has changed this record meanwhile. Read it again, then make your change.',
      {
        headers: { etag: etagOf(record) },
      },
    );
}

function listed(header: string, record: Versioned): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etagOf(record));
}
