import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

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

/** Returns the mutation that tells the admin about a colleague's lead for the same client. */
export function useReportDuplicate() {
  return useMutation({
    mutationFn: async (client: TypedClient) => {
      await call(duplicateLeadEndpoints.reportDuplicate, { body: { client } });
    },
  });
}

/** The query for what brokers reported, for partner admins. */
export const duplicateReportsQuery = queryOptions({
  queryKey: ['duplicate-reports'],
  meta: { records: [] },
  queryFn: async ({ signal }) =>
    (await call(duplicateLeadEndpoints.listDuplicateReports, { signal })).data,
});

/** Returns the mutation that removes a report which is dealt with. */
export function useCloseReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await call(duplicateLeadEndpoints.closeDuplicateReport, { params: { id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: duplicateReportsQuery.queryKey }),
  });
}
