import { queryOptions } from '@tanstack/react-query';

import { partnerEndpoints } from '#contract/web/partners.ts';

import { call } from './client.ts';

/** The contacts a lead may be given to; support staff may not ask. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listContacts, { signal })).data,
  staleTime: 5 * 60_000,
});
