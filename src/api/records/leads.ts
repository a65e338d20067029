import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { markedLead } from '#contract/portal/lead-list.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { lead, leadReads } from '#contract/v1/lead-records.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import { fetchResponse } from '#src/api/client.ts';
import { readRecord } from '#src/api/read-record.ts';

import { recordSource } from './list/record-source.ts';

/** The first part of every query key about leads. */
export const leadsKey = ['leads'] as const;

/** The source of leads. */
export const leadSource = recordSource({
  type: 'lead',
  endpoint: leadReads.listLeads,
  schema: markedLead,
  pageSchema: z.extend(leadListQuery, { columns: chosenColumns(), group: chosenGroup() }),
});

/** Returns the query for one lead. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: [...leadsKey, 'one', id],
    meta: { records: ['lead'], id },
    queryFn: async ({ signal }) => {
      const { data, etag } = await fetchResponse(leadReads.readLead, {
        params: { id },
        signal,
        read: readLead,
      });
      return { ...data, etag };
    },
  });
}

/** Reads a lead from a response. */
export const readLead = (raw: unknown) => ({ lead: readRecord(lead, raw) });
