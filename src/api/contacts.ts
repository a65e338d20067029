import { queryOptions } from '@tanstack/react-query';

import { partnerEndpoints } from '#contract/portal/partners.ts';

import { call } from './client.ts';

/** The query for the contacts that a lead can be assigned to; support staff have no access. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listContacts, { signal })).data,
  staleTime: 5 * 60_000,
});
