import { queryOptions } from '@tanstack/react-query';

import { partnerEndpoints } from '#contract/portal/partners.ts';

import { call } from './client.ts';

/** The query for the contacts that a lead can be assigned to; support staff have no access. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  meta: { records: [] },
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listContacts, { signal })).data,
  staleTime: 5 * 60_000,
});

/** The query for the partners, of which support chooses one. */
export const partnersQuery = queryOptions({
  queryKey: ['partners'],
  meta: { records: [] },
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listPartners, { signal })).data,
  staleTime: 5 * 60_000,
});
