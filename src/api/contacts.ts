import { type Contact, partnerEndpoints } from '#contract/portal/partners.ts';

import { endpointQuery } from './endpoint-query.ts';

/** The query for the contacts that a lead can be assigned to; support staff have no access. */
export const contactsQuery = endpointQuery(partnerEndpoints.listContacts, ['contacts'], {
  records: [],
  staleTime: 5 * 60_000,
});

/** The query for the partners that support can choose from. */
export const partnersQuery = endpointQuery(partnerEndpoints.listPartners, ['partners'], {
  records: [],
  staleTime: 5 * 60_000,
});

/** Returns contacts as the options of a choice. */
export function contactOptions(
  contacts: readonly Pick<Contact, 'id' | 'firstName' | 'lastName'>[],
) {
  return contacts.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim(),
  }));
}
