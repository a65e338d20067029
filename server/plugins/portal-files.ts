import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The addresses of the portal's pages; each is the same document, which the browser fills. */
const pages = [
  '/',
  '/sign-in',
  '/leads',
  '/leads/new',
  '/leads/:id',
  '/deals',
  '/deals/:id',
  '/bulk-upload',
  '/bulk-upload/:id',
  '/profile',
];

/** Serves the built portal: files whose name changes with their content for ever, the page itself never unasked. */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  const assets = path.join(folder, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html', '.*/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        'cache-control',
        file.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  for (const page of pages) app.get(page, (_request, reply) => sendPage(reply));
}

/** The portal's page. With a status of 404 set before, it tells the reader that there is nothing here. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}
