import type { FastifyInstance } from 'fastify';

import { UpstreamError } from '#server/upstream/client/upstream-responses.ts';

/**
 * Logs failures of the upstream service: only the route and the kind of the error, nothing that was
 * sent or received.
 */
export function logUpstreamErrors(app: FastifyInstance): void {
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof UpstreamError)
      request.log.warn(
        {
          requestId: request.id,
          route: `${request.method} ${request.routeOptions.url}`,
          kind: error.kind,
        },
        'request to the upstream service failed',
      );
    done();
  });
}
