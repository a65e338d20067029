import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from './errors.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Changes under `/portal` come from the portal's own pages: the session cookie is not sent from other sites (SameSite=Strict), and
 * where the browser says where a request comes from, that has to be here. A program that says nothing is no browser to be misled.
 */
export function addSameOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // By the route: its address can be written in more ways than one.
    const isPortal = request.routeOptions.url?.startsWith('/portal/') ?? false;
    const isChange = isPortal && !safe.has(request.method);
    done(
      isChange && !isSameOrigin(request)
        ? new ApiError(403, 'This came from another site. Open the portal itself and try again.')
        : undefined,
    );
  });
}

function isSameOrigin({ headers, host, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined || origin === server.publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
