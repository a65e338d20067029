import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller, InSession } from '#server/auth/caller.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { parse } from './parsing.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint registered so far, by {@link route}. */
    endpoints: Endpoint[];
    /** Returns the caller, or throws 401. */
    identify: {
      bearer: (request: FastifyRequest) => Promise<Caller>;
      readonly session: (request: FastifyRequest) => Promise<InSession>;
    };
  }
  interface FastifyRequest {
    /** null for endpoints without authentication. */
    caller: Caller | null;
  }
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The callers that have access to an endpoint. */
type CallerOf<E extends Endpoint> = E['auth'] extends 'none'
  ? null
  : E['auth'] extends 'session'
    ? InSession<AllowedCaller<E>>
    : AllowedCaller<E>;
type AllowedCaller<E extends Endpoint> = Extract<Caller, { role: E['roles'][number] }>;

/** The arguments of a handler, typed by its endpoint. */
export interface Call<E extends Endpoint> {
  readonly caller: CallerOf<E>;
  readonly params: Readonly<Record<ParamNames<E['path']>, string>>;
  readonly query: E extends { readonly query: infer S extends z.ZodMiniType }
    ? z.output<S>
    : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<E extends Endpoint> = E extends { readonly response: infer S extends z.ZodMiniType }
  ? z.input<S>
  : void;

/**
 * Returns the endpoint’s response; or the reply itself when the handler has sent something else (a
 * file, 304, a stored response).
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>;

/**
 * Registers an endpoint of the contract. Checks the caller (401), their role (403), the parameters
 * (404) and the query (400), then calls the handler and passes its result through the contract’s
 * schema. An unknown field is therefore never sent, and an invalid response is a 500. `isRecordId`
 * checks the form of ids; it defaults to our own form.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  isRecordId = isId,
): void {
  app.endpoints.push(endpoint);
  // Seven times as fast as the schema itself, so that parsing a page of leads costs less than
  // sending it.
  const response = endpoint.response && z.compile(endpoint.response);
  for (const url of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    app.route({
      method: endpoint.method,
      url,
      ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
      ...(endpoint.auth === 'none' ? {} : { onRequest: guard(app, endpoint, endpoint.auth) }),
      handler: async (request, reply) => {
        const params = request.params as Call<E>['params'];
        if (!Object.values<string>(params).every(isRecordId))
          throw new ApiError(404, 'not-found', 'This record doesn’t exist.');
        const query = (endpoint.query && parse(endpoint.query, request.query)) as Call<E>['query'];
        const caller = request.caller as Call<E>['caller'];
        const result = await handler({ caller, params, query, request, reply });
        // Awaiting a reply waits until it is sent, and returns nothing.
        if (reply.sent) return reply;
        return reply.send(response?.parse(result));
      },
    });
  }
}

const peopleOf = {
  broker: 'Brokers',
  'partner-admin': 'Partner admins',
  support: 'Support staff',
} as const;

function guard(app: FastifyInstance, endpoint: Endpoint, auth: 'bearer' | 'session') {
  const identify = app.identify[auth];
  const mayCall = new Set<string>(endpoint.roles);
  return async (request: FastifyRequest): Promise<void> => {
    const caller = await identify(request);
    if (!mayCall.has(caller.role))
      throw new ApiError(403, 'no-access', `${peopleOf[caller.role]} don’t have access to this.`);
    request.caller = caller;
  };
}
