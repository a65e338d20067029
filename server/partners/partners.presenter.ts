import type { Contact } from '#contract/portal/partners.ts';

import type { ContactRow } from './partners.store.ts';

/** Returns a contact that a lead may be given to. */
export function presentLeadContact(row: ContactRow): Contact {
  return { id: row.id, firstName: row.first_name, lastName: row.last_name, email: row.email };
}
