import type { Role } from '#contract/endpoint.ts';

/** Who is calling. Made by the authentication, read by policies. */
export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** null for support alone, like `contactId`. */
  readonly partnerId: string | null;
  readonly contactId: string | null;
  readonly name: string;
  /** The sign-in behind the call; null for an API key. */
  readonly sessionId: string | null;
}
