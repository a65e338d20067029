import type { Role } from '#contract/endpoint.ts';

/** The caller of a request. Made by the authentication, read by policies. */
export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** null for support only, like `contactId`. */
  readonly partnerId: string | null;
  readonly contactId: string | null;
  readonly name: string;
  /** The session of the call; null for an API key. */
  readonly sessionId: string | null;
}
