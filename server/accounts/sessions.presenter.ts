import type { Offers } from '#contract/web/accounts.ts';

import type { Identity } from './accounts.store.ts';

/** What this service offers beside the specification. */
export const offers: Offers = {
  count: true,
  search: true,
  sort: true,
  etag: true,
  idempotency: true,
  attachmentList: true,
  liveChanges: false,
};

/** Who somebody is, as the portal shows it. */
export function presentIdentity(row: Identity) {
  const { id, email, name, role } = row;
  return {
    account: { id, email, name, role },
    partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
    contact:
      row.contact_id === null
        ? null
        : { id: row.contact_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
  };
}
