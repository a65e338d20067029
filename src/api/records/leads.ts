import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { lead, leadResponseFields, type Lead } from '#contract/v1/lead-records.ts';
import { chosenColumns } from '#contract/v1/list-parameters.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { leadReads } from '#contract/v1/read-endpoints.ts';
import { call } from '#src/api/client.ts';
import { absentFields, type ReadRecord, readRecord } from '#src/api/read-record.ts';

import { useListSearch } from './list/list-search.ts';
import { callList } from './list/lists.ts';

/** The first part of every query key about leads. */
export const leadsKey = ['leads'] as const;

/** The address of the page of leads: the query of the list, and the columns to show. */
export const leadsPageQuery = z.extend(leadListQuery, { columns: chosenColumns() });
export type LeadsPageQuery = z.output<typeof leadsPageQuery>;

/** Returns the search of the list of leads, which is in the address, and callbacks to change it. */
export function useLeadsSearch(capabilities: Capabilities) {
  return useListSearch(leadsPageQuery, capabilities);
}

/**
 * Returns the query for a page of leads. While another page loads, the previous page stays visible.
 */
export function leadsQuery(search: LeadListQuery) {
  return queryOptions({
    queryKey: [...leadsKey, 'list', toSearchParams(leadListQuery, search).toString()],
    meta: { records: ['lead'] },
    queryFn: ({ signal }) => callList(leadReads.listLeads, lead, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** One lead and its version, for `ifMatch`. */
export interface LeadResponse {
  readonly lead: ReadRecord<Lead>;
  /** The version; undefined if the service has no versions. */
  readonly etag: string | undefined;
  /** Names of fields that the service's response lacks, whatever their values are. */
  readonly absent: readonly string[];
}

/** Returns the query for one lead. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: [...leadsKey, 'one', id],
    meta: { records: ['lead'], id },
    queryFn: async ({ signal }): Promise<LeadResponse> => {
      const { data, etag } = await call(leadReads.readLead, {
        params: { id },
        signal,
        read: readLead,
      });
      return { ...data, etag };
    },
  });
}

const fieldNames = Object.keys(leadResponseFields.shape);
/** Reads a lead from a response. */
export const readLead = (raw: unknown) => ({
  lead: readRecord(lead, raw),
  absent: absentFields(fieldNames, raw),
});
