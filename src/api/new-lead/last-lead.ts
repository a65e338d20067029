import { queryOptions } from '@tanstack/react-query';

import { parseQuery } from '#contract/query-string.ts';
import { type Lead, lead } from '#contract/v1/lead-records.ts';
import { leadListQuery } from '#contract/v1/lists.ts';
import { reads } from '#contract/v1/read-endpoints.ts';
import { leadsKey } from '#src/api/leads.ts';
import { callList } from '#src/api/lists.ts';

/** The query for the latest leads that the user can see, the newest first. */
export const latestLeadsQuery = queryOptions({
  queryKey: [...leadsKey, 'latest'],
  queryFn: async ({ signal }): Promise<readonly Lead[]> => {
    const search = parseQuery(leadListQuery, new URLSearchParams());
    const { rows } = await callList(reads.listLeads, lead, search, signal);
    return rows.flatMap((row) => (row.ok ? [row.record] : []));
  },
  retry: false,
  staleTime: Infinity,
});
