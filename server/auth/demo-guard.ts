import type { FastifyInstance } from 'fastify';

import { isLoopback } from '#server/config/config.ts';
import { ApiError } from '#server/errors/api-error.ts';

const forwarded = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Rejects requests from other machines in demo mode, because the demo passwords are public. */
export function addDemoGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isLocal =
      isLoopback(request.hostname) && !forwarded.some((name) => name in request.headers);
    done(
      isLocal
        ? undefined
        : new ApiError(
            'demo-is-local',
            'This portal runs in demo mode and serves its own machine only. Set PUBLIC_URL to serve others.',
          ),
    );
  });
}
