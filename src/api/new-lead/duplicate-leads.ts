import { queryOptions, useMutation } from '@tanstack/react-query';

import {
  type ClientFieldName,
  duplicateLeadEndpoints,
} from '#contract/portal/new-lead/duplicate-leads.ts';
import { call } from '#src/api/client.ts';
import { nonRecordQuery, useChange } from '#src/api/endpoint-query.ts';

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
    mutationFn: (client: TypedClient) =>
      call(duplicateLeadEndpoints.reportDuplicate, { body: { client } }),
  });
}

/** The query for what brokers reported, for partner admins. */
export const duplicateReportsQuery = nonRecordQuery(duplicateLeadEndpoints.listDuplicateReports, [
  'duplicate-reports',
]);

/** Returns the mutation that removes a report which is dealt with. */
export function useCloseReport() {
  return useChange(duplicateReportsQuery, (id: string) =>
    call(duplicateLeadEndpoints.closeDuplicateReport, { params: { id } }),
  );
}
