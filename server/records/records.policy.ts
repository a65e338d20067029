import type { Caller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';

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

/** Returns the narrowest owner of what is read: a filter may name one within the scope. */
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
  if (!record) throw new ApiError(404, 'not-found', `This ${type} doesn’t exist.`);
  if (!isWithin(toScope(caller), record))
    throw new ApiError(403, 'no-access', `You don’t have access to this ${type}.`);
  return record;
}
