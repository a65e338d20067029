import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isLoopback } from '#server/config/config.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** Headers that proxies add to requests, about the client. */
const forwarded = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Returns whether a request names this machine, and has no header of a proxy. A proxy that rewrites
 * the host and adds nothing can’t be told from a program of this machine.
 */
export function isOfThisMachine({ hostname, headers }: FastifyRequest): boolean {
  return isLoopback(hostname) && !forwarded.some((name) => name in headers);
}

/** Rejects requests from other machines in demo mode, because the demo passwords are public. */
export function addDemoGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      isOfThisMachine(request)
        ? undefined
        : new ApiError(
            'demo-is-local',
            'This portal runs in demo mode and serves its own machine only. Set PUBLIC_URL to serve others.',
          ),
    );
  });
}
