import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '#server/errors/api-error.ts';

import { clientNetwork } from './client-network.ts';

/** Far more than a person needs, and enough for a program that pages through its leads. */
export const generousLimit = 6_000;

/** Returns the error for too many requests, with the number of seconds to wait. */
export function tooMany(
  code: 'too-many-requests' | 'too-many-failed-attempts',
  sentence: string,
  seconds: number,
): ApiError {
  return new ApiError(code, sentence, { retryAfter: Math.max(1, Math.ceil(seconds)) });
}

/**
 * Limits each caller’s requests, counted by this process, so that one runaway program cannot
 * starve the others. Requests of unknown callers, such as sign-ins, are counted by network;
 * requests of known callers from the same network are still served. Runs after the authentication
 * and before the check of access. Responses say how many are left, and for how long, in the headers
 * of the IETF’s draft (draft-ietf-httpapi-ratelimit-headers-10). Infinity limits nothing.
 */
export async function addRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, { global: false });
  if (requestsPerMinute === Infinity) return;
  const countRequest = app.createRateLimit({
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ caller, operator, ip }) =>
      caller?.accountId ?? operator?.keyId ?? clientNetwork(ip),
  });
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, limitedPage } = request.routeOptions.config;
    if (endpoint === undefined && limitedPage === undefined) return;
    const result = await countRequest(request);
    if (result.isAllowed) return;
    const { max, remaining, ttlInSeconds } = result;
    reply.header('ratelimit-policy', `"requests";q=${max};w=60`);
    reply.header('ratelimit', `"requests";r=${remaining};t=${ttlInSeconds}`);
    if (result.isExceeded)
      throw tooMany(
        'too-many-requests',
        `Too many requests. Try again in ${ttlInSeconds} seconds.`,
        ttlInSeconds,
      );
  });
}
