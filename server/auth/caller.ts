interface Account {
  readonly accountId: string;
  readonly name: string;
  /** The session of the call; null for an API key. */
  readonly sessionId: string | null;
  /** Whether the call is made with a key that changes nothing. */
  readonly isReadOnly?: boolean;
}

interface Contact extends Account {
  readonly partnerId: string;
  readonly contactId: string;
}

/** A member of the operator’s staff, who belongs to no partner. */
export interface SupportCaller extends Account {
  readonly role: 'support';
  readonly partnerId: null;
  readonly contactId: null;
}

/** A caller who is a contact of a partner. */
export type ContactCaller =
  | (Contact & { readonly role: 'broker' })
  | (Contact & { readonly role: 'partner-admin' });
/**
 * The caller of a request, a union by role. Made by the authentication from a row of `accounts`,
 * where constraints hold that everybody but support has a partner and a contact.
 */
export type Caller = ContactCaller | SupportCaller;
/** A caller with the session cookie or an access token. */
export type InSession<C extends Caller = Caller> = C & { readonly sessionId: string };

/** A program of the operator, with a key of the operator; not a {@link Caller}, who has a role. */
export interface OperatorCaller {
  readonly keyId: string;
  /** The key’s name. */
  readonly name: string;
  /** Whether the key changes nothing. */
  readonly isReadOnly: boolean;
  /** The partner that the key is limited to; null: all. */
  readonly partnerId: string | null;
}

/** Returns the account of a caller and its partner, which is empty for support. */
export function getUser({ accountId, partnerId }: Caller) {
  return { accountId, partnerId: partnerId ?? '' };
}

/** Returns how a caller’s changes are made: on a page of the portal, or with an API key. */
export function getSource({ sessionId }: Caller): 'portal' | 'api' {
  return sessionId === null ? 'api' : 'portal';
}
