import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

import { accountEndpoints } from '#contract/portal/accounts.ts';
import { homeEndpoints } from '#contract/portal/home.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** How many requests may wait for a connection of the database: as many as have one. */
export const maxWaitingRequests = 10;

/** How many may wait before those are rejected that people need to begin. */
const maxWaitingToBegin = 5 * maxWaitingRequests;

/** How long more may wait in a burst, and how long no burst is accepted after it, in milliseconds. */
const burstMs = 500;
const strictMs = 5_000;

const neededToBegin = new Set<string>(
  [signInEndpoints, accountEndpoints, homeEndpoints]
    .flatMap((endpoints) => Object.values(endpoints))
    .map(({ id }) => id),
);

const busy = new ApiError(503, 'service-busy', 'The service is busy. Try again in a moment.', {
  headers: { 'retry-after': '2' },
});

/**
 * Rejects requests before any work is done for them while more arrive than the service can respond
 * to: so those that it accepts are fast. What people need to begin, signing in and home, is
 * rejected last; what needs no database, such as the page of the portal, never.
 */
export function addLoadShedding(
  app: FastifyInstance,
  pool: Pick<pg.Pool, 'waitingCount'>,
  maxWaiting: number,
): void {
  let crowdedSince: number | undefined;
  let strictUntil = -Infinity;
  const isRejected = (request: FastifyRequest): boolean => {
    const waiting = pool.waitingCount;
    if (waiting <= maxWaiting) {
      crowdedSince = undefined;
      return false;
    }
    const now = performance.now();
    crowdedSince ??= now;
    if (now < crowdedSince + burstMs && now > strictUntil) return false;
    strictUntil = now + strictMs;
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return false;
    return !neededToBegin.has(endpoint.id) || waiting > maxWaitingToBegin;
  };
  app.addHook('onRequest', (request, _reply, done) => done(isRejected(request) ? busy : undefined));
}
