import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Endpoint } from '#contract/endpoint.ts';
import { changesEndpoints } from '#contract/operator/changes.ts';
import { accountEndpoints } from '#contract/portal/accounts.ts';
import { homeEndpoints } from '#contract/portal/home.ts';
import { liveEndpoints } from '#contract/portal/live/live.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { toErrorBody } from './errors.ts';

/**
 * How many requests are served at the same time. Further ones would only wait for these: the pool
 * has ten connections.
 */
export const defaultRequestLimit = 200;
/** The endpoints that are rejected last, with their room as a part of the usual limit. */
export const roomFor = { home: 1.25, entry: 1.5 };

const rooms = new Map<Endpoint, number>([
  [homeEndpoints.readHome, roomFor.home],
  ...[accountEndpoints, signInEndpoints]
    .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
    .map((endpoint) => [endpoint, roomFor.entry] as const),
]);

/** Returns the rejection of a request that there is no room for. */
export function busyError(): ApiError {
  return new ApiError('service-busy', 'The service is busy. Try again in a moment.', {
    retryAfter: 2,
  });
}

const busy = JSON.stringify(toErrorBody(busyError()));
const busyHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(busy),
  ...busyError().headers,
};

/**
 * Rejects requests before anything is done for them while more arrive than the service can carry,
 * so that those it accepts are fast: first lists and all else, then home, and last what a person
 * needs to sign in. Requests outside the contract, such as pages, are never rejected, but for the
 * pages that strangers open.
 */
export function addLoadShedding(app: FastifyInstance, limit = defaultRequestLimit): void {
  const served = new Set<FastifyRequest>();
  const leave = (request: FastifyRequest) => served.delete(request);

  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, limitedPage } = request.routeOptions.config;
    if (endpoint === undefined && limitedPage === undefined) return done();
    const room = endpoint === undefined ? 1 : (rooms.get(endpoint) ?? 1);
    // A page says it with a page.
    if (served.size >= limit * room) return endpoint ? reject(reply) : done(busyError());
    served.add(request);
    done();
  });
  // While a body arrives or somebody waits for news, nothing is done.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (isWorking(request.routeOptions.config)) served.add(request);
    done();
  });
  // Also for a disconnected client: until its handler ends, the request costs as much as any other.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
}

/** Responds past all other hooks: what rejects costs a fraction of what serves. */
function reject(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...busyHeaders }))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(503).end(busy);
}

/** Returns whether the handler of a route works, and does not wait. */
function isWorking({ endpoint, limitedPage }: FastifyContextConfig): boolean {
  return endpoint === undefined ? limitedPage === 'page' : !isWaiting(endpoint);
}

/** Returns whether the handler of an endpoint waits: for changes, or for the files of an upload. */
function isWaiting(endpoint: Endpoint): boolean {
  return (
    endpoint === liveEndpoints.streamEvents ||
    endpoint === changesEndpoints.listChanges ||
    endpoint.bodyType === 'multipart'
  );
}
