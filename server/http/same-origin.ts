import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError, malformed } from '#server/errors/api-error.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects changes under `/portal` that come from other sites, and every request that names several
 * hosts: Node would take the first, and a proxy in front may have taken another. Other sites do not
 * get the session cookie (SameSite=Strict). Where the browser also sends the request’s origin, it
 * must be the portal’s own. A request without an origin comes from a program, which cannot be
 * tricked as a browser can.
 */
export function addSameOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasSeveralHosts(request)) {
      reply.header('connection', 'close');
      done(malformed('Send the header Host once.'));
      return;
    }
    // By the route, because the same path can be written in several ways.
    const isPortal = request.routeOptions.url?.startsWith('/portal/') ?? false;
    const isChange = isPortal && !safe.has(request.method);
    done(
      isChange && !isSameOrigin(request)
        ? new ApiError(
            'cross-site-request',
            'This request came from another site. Open the portal itself and try again.',
          )
        : undefined,
    );
  });
}

function hasSeveralHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1;
}

function isSameOrigin({ headers, host, protocol, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  return origin === undefined || origin === server.publicUrl || origin === `${protocol}://${host}`;
}
