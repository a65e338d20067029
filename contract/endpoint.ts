import type * as z from 'zod/mini';

/** The three kinds of person, as the wire writes them. */
export const roles = ['broker', 'partner-admin', 'support'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** One operation of the interface: all that the service guards, the client types and the OpenAPI document tells. */
export interface Endpoint {
  /** Unique, verb first: `listLeads`, `createLead`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole path, parameters with a colon: `/api/v1/lead/:id`. */
  readonly path: string;
  /** One sentence for a reader of the interface. */
  readonly summary: string;
  /** What proves who is calling: a bearer token, the session cookie, or nothing. */
  readonly auth: 'bearer' | 'session' | 'none';
  /** Who may call it at all; everybody else gets 403. Empty where `auth` is `none`. */
  readonly roles: readonly Role[];
  /** Query parameters. Those not named here are ignored. */
  readonly query?: z.ZodMiniType;
  /** The JSON body. */
  readonly body?: z.ZodMiniType;
  /** What the body is; JSON when not said. */
  readonly bodyType?: 'multipart';
  /** Bytes that a JSON body may have at most; 1 MiB when not said. */
  readonly maxBodyBytes?: number;
  /** What a success (always 200) carries. Without it the answer is a file or nothing. */
  readonly answer?: z.ZodMiniType;
  /** Further names of the same path, which answer alike. */
  readonly alsoAt?: readonly string[];
  /** Safe to send again with an `Idempotency-Key`. */
  readonly idempotent?: true;
}

/** Keeps the exact type of an endpoint, so that handlers and callers are typed by it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
