import { queryOptions } from '@tanstack/react-query';

import {
  type ClientFieldName,
  duplicateLeadEndpoints,
} from '#contract/portal/new-lead/duplicate-leads.ts';
import { call } from '#src/api/client.ts';

/** The typed fields of a client so far. */
export type TypedClient = Partial<Record<ClientFieldName, string>>;

/**
 * Returns the query for existing leads for the same client. It only helps: a failure is neither
 * shown nor retried.
 */
export function clientLeadsQuery(client: TypedClient) {
  return queryOptions({
    queryKey: ['client-leads', client] as const,
    meta: { records: [] },
    queryFn: async ({ signal }) =>
      (await call(duplicateLeadEndpoints.findClientLeads, { body: { client }, signal })).data,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
}
