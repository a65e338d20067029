import type { Caller } from '#server/auth/caller.ts';
import { requireAccess } from '#server/errors/api-error.ts';

import type { findPerson } from './api-keys.store.ts';

/**
 * Returns the account of a contact, who can be one of the caller’s people.
 * @throws ApiError 404 when nobody signs in as this contact, 403 for another partner’s
 */
export function requirePerson(caller: Caller, person: Awaited<ReturnType<typeof findPerson>>) {
  return requireAccess(person, 'person', (found) => found.partner_id === caller.partnerId);
}
