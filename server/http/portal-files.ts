import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

import { type PageAddress, pageAddresses } from '#contract/portal/addresses.ts';
import type { BrandConfig } from '#server/config/brand-config.ts';

import { logoPath } from './branded-page.ts';
import type { IndexPage } from './index-page.ts';

/** The folder of the built portal, its page, and the brand’s logo if there is one. */
interface PortalFiles extends Pick<BrandConfig, 'logo'> {
  readonly folder: string;
  readonly page: IndexPage;
}

/**
 * Serves the built portal. Files whose name changes with their content are cached for ever; the
 * page itself is revalidated every time.
 */
export async function servePortal(
  app: FastifyInstance,
  { folder, page, logo }: PortalFiles,
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
  for (const address of others) app.get(address, (request, reply) => page.send(request, reply));
  if (logo)
    app.get(logoPath, (_request, reply) =>
      reply
        .headers({
          'cache-control': 'no-cache',
          // A drawing can have styles of its own; opened by itself, it runs nothing.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        })
        .type(logo.type)
        .send(logo.content),
    );
}

/** Sends the portal’s page as 404; the page then says that there is nothing here. */
export type NotFoundPage = (reply: FastifyReply) => FastifyReply;

/**
 * Returns the 404 response for a page that was read once. It must also work for a URL that fails
 * before a route is found, where `sendFile` is not available.
 */
export function makeNotFoundPage(page: string): NotFoundPage {
  return (reply) =>
    reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}
