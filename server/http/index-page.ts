import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { BrandConfig } from '#server/config/brand-config.ts';

import { brandPage } from './branded-page.ts';
import { acceptsBrotli } from './compression.ts';

/** The portal’s page, in its brand. */
export interface IndexPage {
  readonly text: string;
  /** Sends the page, compressed once for all; a browser that has it already keeps it. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Reads the portal’s page, as index.html has it, and brands it. */
export async function readIndexPage(folder: string, brand: BrandConfig): Promise<IndexPage> {
  const text = brandPage(await readFile(path.join(folder, 'index.html'), 'utf8'), brand);
  const compressed = await promisify(brotliCompress)(text);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    text,
    send(request, reply) {
      const isCompressed = acceptsBrotli(request);
      const etag = `"${hash}${isCompressed ? 'br' : ''}"`;
      reply.headers({ 'cache-control': 'no-cache', etag });
      reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
      if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
      if (isCompressed) reply.header('content-encoding', 'br');
      return reply.type('text/html; charset=utf-8').send(isCompressed ? compressed : text);
    },
  };
}
