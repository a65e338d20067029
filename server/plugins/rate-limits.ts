import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

import { ApiError } from './errors.ts';

/** Far beyond a person, enough for a program that walks its leads. */
export const generousLimit = 6_000;

/** The answer to too much: when it is worth trying again, in seconds. */
export function tooMany(sentence: string, seconds: number): ApiError {
  return new ApiError(429, sentence, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
}

/** A limit for each caller, counted by this process; it keeps one runaway program from starving the rest. */
export async function addRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.caller?.accountId ?? request.ip,
  });
  app.addHook('preParsing', async (request) => {
    if (request.caller === null) return;
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded)
      throw tooMany(
        `That was more than ${requestsPerMinute} requests in a minute. Wait ${result.ttlInSeconds} seconds.`,
        result.ttlInSeconds,
      );
  });
}
