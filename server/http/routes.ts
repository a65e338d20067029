import { distance as countEdits } from 'fastest-levenshtein';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { bodyLimits, type Endpoint } from '#contract/endpoint.ts';
import type { Caller, InSession, OperatorCaller } from '#server/auth/caller.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { unknownAddressError } from './errors.ts';
import { writeJsonList } from './long-json.ts';
import { parse, parseBody } from './parsing.ts';
import { shownJson } from './shown-texts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint registered so far, by {@link route}. */
    endpoints: Endpoint[];
  }
  interface FastifyContextConfig {
    /** The endpoint of a route that {@link route} registered. */
    endpoint?: Endpoint;
    /**
     * Of a page that strangers open and that reads the database: it is limited as endpoints are.
     * 'files': its handler waits for the files of an upload.
     */
    limitedPage?: 'page' | 'files';
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
  /**
   * Returns the JSON body, parsed by its schema.
   * @throws ApiError as {@link parseBody}
   */
  readonly readBody: () => E extends { readonly body: infer S extends z.ZodMiniType }
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
  const send = responseWriter(endpoint);
  const parseQuery = queryParser(endpoint);
  const { body } = endpoint;
  for (const url of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    app.route<{ Params: Readonly<Record<string, string>> }>({
      method: endpoint.method,
      url,
      bodyLimit: bodyLimits(endpoint).bytes,
      config: { endpoint },
      handler: async (request, reply) => {
        const { params } = request;
        const caller = endpoint.auth === 'operator' ? request.operator : request.caller;
        if (Object.values(params).includes('')) throw emptyId(app, request);
        if (!Object.values(params).every(isRecordId))
          throw new ApiError('not-found', 'This record doesn’t exist.');
        const query = parseQuery(request, reply);
        // The path has these parameters, the query is parsed by this schema, and the hook of
        // authentication.ts has rejected all other callers: the compiler cannot follow any of it.
        const readBody = () => body && parseBody({ ...endpoint, body }, request);
        const call = { caller, params, query, readBody, request, reply } as Call<E>;
        const result = await handler(call);
        // Awaiting a reply waits until it is sent or cut off, and returns nothing.
        if (reply.sent || reply.raw.headersSent) return reply;
        return send(reply, result);
      },
    });
  }
}

/**
 * Returns the function, which makes something once for each endpoint: a process of tests starts
 * many services, and to compile the schemas is most of a start.
 */
function onceForEach<Made>(make: (endpoint: Endpoint) => Made): (endpoint: Endpoint) => Made {
  const all = new WeakMap<Endpoint, Made>();
  return (endpoint) => {
    const made = all.get(endpoint) ?? make(endpoint);
    all.set(endpoint, made);
    return made;
  };
}

const list = z.array(z.unknown());

/**
 * Returns a function that sends the result of a handler, parsed by the endpoint’s schema. Writing a
 * list takes turns with other requests.
 */
const responseWriter = onceForEach(({ response }) => {
  // Seven times as fast as the schema itself, so that parsing a page of leads costs less than
  // sending it.
  if (!(response instanceof z.ZodMiniArray)) {
    const schema = response && z.compile(response);
    return (reply: FastifyReply, result: unknown) => reply.send(schema?.parse(result));
  }
  const schema = z.compile(response.def.element);
  const present = (item: unknown) => z.parse(schema, item);
  return async (reply: FastifyReply, result: unknown) => {
    const options = { present, finish: shownJson, client: reply.raw };
    const json = await writeJsonList(list.parse(result), options);
    return reply.type('application/json; charset=utf-8').send(json);
  };
});

/** Returns the error for an address without its identifier: the path ends with a slash. */
function emptyId(app: FastifyInstance, { url }: FastifyRequest): ApiError {
  return unknownAddressError(app, url.split('?')[0] ?? '');
}

/** How many unknown parameters are named, and how much of each name is compared and sent. */
const maxNamed = 10;
const maxNameLength = 40;

/**
 * Returns a function that parses the query of an endpoint. An unknown parameter is an error that
 * names the nearest one; the specified interface ignores it, and names it in a header
 * (docs/decisions/contract.md).
 */
const queryParser = onceForEach(({ path, query = z.object({}) }) => {
  const known = Object.keys(query.shape);
  const isSpecified = path.startsWith('/api/v1/');
  const error = ({ path: [name] = [] }: { path?: PropertyKey[] | undefined }) =>
    `There’s no such parameter; ${known.length === 0 ? 'there are none here' : `the nearest is ${findNearest(String(name), known)}`}.`;
  const strict = z.catchall(
    query,
    z.custom(() => false, { error }),
  );
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { known: read = [], unknown: all = [] } = Object.groupBy(
      Object.entries<unknown>(Object(request.query)),
      ([name]) => (known.includes(name) ? 'known' : 'unknown'),
    );
    const unknown = all.slice(0, maxNamed);
    if (!isSpecified) return parse(strict, Object.fromEntries([...read, ...unknown]));
    if (unknown.length > 0) reply.header('ignored-parameters', listNames(unknown, known));
    return parse(query, request.query);
  };
});

/**
 * Returns names as a structured field (RFC 9651): a list of strings, each with the known name that
 * it was probably meant to be. Other characters than those of names become question marks.
 */
function listNames(unknown: readonly [string, unknown][], known: readonly string[]): string {
  const items = unknown.map(([name]) => {
    const shown = name.slice(0, maxNameLength).replaceAll(/[^\w.-]/g, '?');
    return known.length === 0 ? `"${shown}"` : `"${shown}";nearest="${findNearest(name, known)}"`;
  });
  return items.join(', ');
}

/** Returns the known name with the fewest letters to change, whatever their case. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const typed = name.slice(0, maxNameLength).toLowerCase();
  const distance = (other: string) => countEdits(typed, other.toLowerCase());
  return known.toSorted((one, other) => distance(one) - distance(other))[0];
}
