import { readFile } from 'node:fs/promises';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

import { type PageAddress, pageAddresses } from '#contract/portal/addresses.ts';

/**
 * Serves the built portal. Files whose name changes with their content are cached for ever; the
 * page itself is revalidated every time.
 */
export async function servePortal(
  app: FastifyInstance,
  folder: string,
  serverRendered: readonly PageAddress[],
): Promise<void> {
  const assets = path.join(folder, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html', '.*/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (file.includes('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      reply.header(
        'cache-control',
        file.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  // All pages are the same document, but those that are rendered in server/documents; the browser
  // renders the page of the address.
  const others = Object.values(pageAddresses).filter((each) => !serverRendered.includes(each));
  for (const address of others) app.get(address, (_request, reply) => reply.sendFile('index.html'));
}

/** Sends the portal’s page as 404; the page then says that there is nothing here. */
export type NotFoundPage = (reply: FastifyReply) => FastifyReply;

/** Returns the portal’s page, as it is served. */
export async function readIndexPage(folder: string): Promise<string> {
  return readFile(path.join(folder, 'index.html'), 'utf8');
}

/**
 * Returns the 404 response for a page that was read once. It must also work for a URL that fails
 * before a route is found, where `sendFile` is not available.
 */
export function makeNotFoundPage(page: string): NotFoundPage {
  return (reply) =>
    reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}
