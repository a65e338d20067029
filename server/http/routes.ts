import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { bodyLimits, type Endpoint } from '#contract/endpoint.ts';
import type { Caller, InSession, OperatorCaller } from '#server/auth/caller.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { queryParser } from './query-parameters.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint registered so far, by {@link route}. */
    endpoints: Endpoint[];
  }
  interface FastifyContextConfig {
    /** The endpoint of a route that {@link route} registered. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /**
     * Set by the authentication. null for endpoints without authentication, and where the
     * credentials are missing or invalid.
     */
    caller: Caller | null;
    /** The same for endpoints of the operator, and null for all others. */
    operator: OperatorCaller | null;
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
    : E['auth'] extends 'operator'
      ? OperatorCaller
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

type ResponseBody<E extends Endpoint> = E extends {
  readonly response: infer S extends z.ZodMiniType;
}
  ? z.input<S>
  : void;

/**
 * Returns the endpoint’s response; or the reply itself when the handler has sent something else
 * (a file, 304, a stored response).
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseBody<E> | FastifyReply>;

/**
 * Registers an endpoint of the contract. After the hooks have checked the caller (401) and their
 * role (403), checks the parameters (404) and the query (400), then calls the handler and passes
 * its result through the contract’s schema. An unknown field is therefore never sent, and an
 * invalid response is a 500. `isRecordId` checks the form of ids; it defaults to our own form.
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
  const parseQuery = queryParser(endpoint);
  for (const url of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    app.route<{ Params: Readonly<Record<string, string>> }>({
      method: endpoint.method,
      url,
      bodyLimit: bodyLimits(endpoint).bytes,
      config: { endpoint },
      handler: async (request, reply) => {
        const { params } = request;
        const caller = endpoint.auth === 'operator' ? request.operator : request.caller;
        if (!Object.values(params).every(isRecordId))
          throw new ApiError(404, 'not-found', 'This record doesn’t exist.');
        const query = parseQuery(request, reply);
        // The path has these parameters, the query is parsed by this schema, and the hook of
        // authentication.ts has rejected all other callers: the compiler cannot follow any of it.
        const call = { caller, params, query, request, reply } as Call<E>;
        const result = await handler(call);
        // Awaiting a reply waits until it is sent or cut off, and returns nothing.
        if (reply.sent || reply.raw.headersSent) return reply;
        return reply.send(response?.parse(result));
      },
    });
  }
}
