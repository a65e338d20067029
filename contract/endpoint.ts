import type * as z from 'zod/mini';

import type { QuerySchema } from './query-string.ts';

/** The three account roles, as on the wire. */
export const roles = ['broker', 'partner-admin', 'support'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/**
 * One operation of the API. The service's guards, the client's types and the OpenAPI document
 * derive from it.
 */
export interface Endpoint {
  /** Unique in its table, verb first: `listLeads`, `createLead`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole path, with parameters after a colon: `/api/v1/lead/:id`. */
  readonly path: string;
  /** One sentence for readers of the API documentation. */
  readonly summary: string;
  /**
   * How the caller authenticates: with a bearer token, the session cookie, a key of the operator
   * (also a bearer token), or not at all.
   */
  readonly auth: 'bearer' | 'session' | 'operator' | 'none';
  /**
   * The roles that have access; other callers get 403. Empty if `auth` is `none` or `operator`: the
   * operator has no role.
   */
  readonly roles: readonly Role[];
  /** Query parameters. Others are rejected, and ignored by the specified interface. */
  readonly query?: QuerySchema;
  /** The JSON body. */
  readonly body?: z.ZodMiniType;
  /** The type of the body; JSON by default. */
  readonly bodyType?: 'multipart';
  /** Maximum size of a JSON body, in bytes; see {@link bodyLimits}. */
  readonly maxBodyBytes?: number;
  /** Maximum number of values in a JSON body: texts, numbers, lists, objects and their like. */
  readonly maxBodyValues?: number;
  /**
   * The body of a successful response (always 200). Without it, the response is a file or empty.
   */
  readonly response?: z.ZodMiniType;
  /** Aliases of the path, with the same responses. */
  readonly alsoAt?: readonly string[];
  /** Whether a request with an `Idempotency-Key` can safely be sent again. */
  readonly idempotent?: true;
}

/** How deeply the lists and objects of a JSON body can be nested. */
export const maxBodyDepth = 20;
/** How many members each object of a JSON body can have. */
export const maxObjectMembers = 1_000;

/** The limits of a JSON body, in bytes and values, of endpoints that have no others. */
export const defaultBody = { bytes: 1024 * 1024, bytesBeforeSignIn: 4 * 1024, values: 10_000 };

/**
 * Returns the limits of the JSON body of an endpoint. A body is small before its sender is known,
 * and parsing many values takes far longer than one text of the same size.
 */
export function bodyLimits({ auth, maxBodyBytes, maxBodyValues }: Endpoint) {
  const { bytes, bytesBeforeSignIn, values } = defaultBody;
  return {
    bytes: maxBodyBytes ?? (auth === 'none' ? bytesBeforeSignIn : bytes),
    values: maxBodyValues ?? values,
  };
}

/** The optional parts of an entry, after its route and summary. */
type EndpointOptions = Omit<Endpoint, 'id' | 'method' | 'path' | 'summary' | 'auth' | 'roles'> &
  Partial<Pick<Endpoint, 'auth' | 'roles'>>;

/**
 * An endpoint as its table has it: its id is its name there, its method and path are one text
 * (`GET /portal/views/:id`), and the table says once who may call it. An endpoint may override
 * that.
 */
type EndpointEntry = readonly [
  route: `${Endpoint['method']} /${string}`,
  summary: string,
  options?: EndpointOptions,
];

/** The endpoint of an entry. */
type EndpointFrom<Id, Access, Entry extends EndpointEntry> = Entry extends readonly [
  `${infer Method} ${infer Path}`,
  infer Summary,
  (infer Options)?,
]
  ? Omit<Access, keyof Options> &
      Options & {
        readonly id: Id;
        readonly method: Method;
        readonly path: Path;
        readonly summary: Summary;
      }
  : never;

/**
 * Returns a table of endpoints by id. Preserves the exact type of each, from which handlers and
 * callers are typed.
 */
// @__NO_SIDE_EFFECTS__
export function endpoints<
  const Auth extends Endpoint['auth'],
  const Roles extends readonly Role[],
  const Entries extends Readonly<Record<string, EndpointEntry>>,
>(
  auth: Auth,
  allowed: Roles,
  entries: Entries,
): {
  readonly [Id in keyof Entries]: EndpointFrom<
    Id,
    { readonly auth: Auth; readonly roles: Roles },
    Entries[Id]
  >;
};
export function endpoints(
  auth: Endpoint['auth'],
  allowed: readonly Role[],
  entries: Readonly<Record<string, EndpointEntry>>,
): object {
  return Object.fromEntries(
    Object.entries(entries).map(([id, [route, summary, options]]) => {
      const [method, path] = route.split(' ');
      return [id, { auth, roles: allowed, ...options, id, method, path, summary }];
    }),
  );
}
