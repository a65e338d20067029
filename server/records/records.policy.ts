import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import { requireAccess } from '#server/errors/api-error.ts';

/**
 * The records that a caller can see: those of one contact, of one partner, or all (design, section
 * 1).
 */
export type Scope =
  | { readonly contactId: string }
  | { readonly partnerId: string }
  | { readonly everything: true };

/** The owner of a record. */
export interface Owned {
  readonly partner_id: string;
  readonly contact_id: string;
}

/**
 * Returns the caller’s scope: a broker sees their own records, a partner admin their partner’s,
 * support everything.
 */
export function toScope(caller: Caller): Scope {
  if (caller.role === 'support') return { everything: true };
  return caller.role === 'partner-admin'
    ? { partnerId: caller.partnerId }
    : { contactId: caller.contactId };
}

/** Returns what a caller reads: support, if it names a partner, only that partner's records. */
export function narrowScope(caller: Caller, partnerId: string | undefined): Scope {
  return caller.role === 'support' && partnerId !== undefined ? { partnerId } : toScope(caller);
}

/** Returns whether a reader may know a partner’s people by name: support, and their colleagues. */
export function mayKnow(reader: Caller, partnerId: string | null): boolean {
  return reader.role === 'support' || partnerId === reader.partnerId;
}

/**
 * Returns the partner whose records a list has: the key’s, or the one in the query; undefined: all.
 * For a key of one partner, lists of others are empty.
 */
export function getListedPartner({ partnerId }: OperatorCaller, requested: string | undefined) {
  if (partnerId === null || requested === partnerId) return requested;
  return requested === undefined ? partnerId : '';
}

/** Returns the narrowest scope of a list: a filter may name an owner within the scope. */
export function narrowestOwner(scope: Scope, partnerId = '', contactId = ''): Scope {
  if ('contactId' in scope) return scope;
  if (contactId !== '') return { contactId };
  return 'everything' in scope && partnerId !== '' ? { partnerId } : scope;
}

/** Returns whether a record is within a scope. */
export function isWithin(scope: Scope, record: Owned): boolean {
  if ('everything' in scope) return true;
  return 'partnerId' in scope
    ? record.partner_id === scope.partnerId
    : record.contact_id === scope.contactId;
}

/**
 * Returns the record, if it exists and the caller may see it.
 * @throws ApiError 404 or 403.
 */
export function requireVisible<R extends Owned>(
  caller: Caller,
  record: R | undefined,
  type: string,
): R {
  return requireAccess(record, type, (found) => isWithin(toScope(caller), found));
}

/**
 * Returns an item that only its own account may read, such as a draft, if it exists.
 * @throws ApiError 404 or 403
 */
export function requireOwn<Made extends { readonly account_id: string }>(
  { accountId }: Caller,
  made: Made | undefined,
  what: string,
): Made {
  return requireAccess(made, what, (found) => found.account_id === accountId);
}
