import { queryOptions } from '@tanstack/react-query';

import { brokerDetailEndpoints } from '#contract/portal/new-lead/broker-details.ts';
import { partnerEndpoints } from '#contract/portal/partners.ts';

import { call } from './client.ts';
import { leadsKey } from './leads.ts';

/** The query for the contacts that a lead can be assigned to; support staff have no access. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listContacts, { signal })).data,
  staleTime: 5 * 60_000,
});

/** The query for the partners, of which support chooses one. */
export const partnersQuery = queryOptions({
  queryKey: ['partners'],
  queryFn: async ({ signal }) => (await call(partnerEndpoints.listPartners, { signal })).data,
  staleTime: 5 * 60_000,
});

/**
 * The query for the broker details of the last lead that the user submitted for themselves, if
 * there is one. Read again when the user has submitted a lead. It only helps: a failure is neither
 * shown nor retried.
 */
export const brokerDetailsQuery = queryOptions({
  queryKey: [...leadsKey, 'broker-details'],
  queryFn: async ({ signal }) =>
    (await call(brokerDetailEndpoints.readBrokerDetails, { signal })).data,
  retry: false,
  staleTime: Infinity,
});
