import type { ContactCaller } from '#server/auth/caller.ts';
import { isWithin, toScope } from '#server/records/records.policy.ts';

import type { ClientLead } from './duplicate-leads.store.ts';

/** Returns whether the caller may open a lead of their partner. */
export function mayOpen(caller: ContactCaller, { contact_id }: ClientLead): boolean {
  return isWithin(toScope(caller), { partner_id: caller.partnerId, contact_id });
}
