import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import {
  lead,
  leadResponseFields,
  leadCreateResponse,
  type Lead,
  type LeadCreateFields,
  type LeadUpdateFields,
} from '#contract/v1/leads.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';

import { call } from './client.ts';
import { callList, holdingRows } from './lists.ts';
import { absentFields, type ReadRecord, readObject, readRecord } from './records.ts';
import { useListSearch } from './search/list-search.ts';

/** The first part of every query key about leads. */
export const leadsKey = ['leads'] as const;

/** Returns the search of the list of leads, which is in the address, and callbacks to change it. */
export function useLeadsSearch(capabilities: Capabilities) {
  return useListSearch(leadListQuery, capabilities);
}

/**
 * Returns the query for a page of leads. While another page loads, the previous page stays visible.
 */
export function leadsQuery(search: LeadListQuery) {
  const queryKey = [...leadsKey, 'list', toSearchParams(leadListQuery, search).toString()];
  return queryOptions({
    queryKey,
    ...holdingRows(queryKey),
    queryFn: ({ signal }) => callList(v1.listLeads, lead, search, signal),
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
    queryFn: async ({ signal }): Promise<LeadResponse> => {
      const { data, etag } = await call(v1.readLead, { params: { id }, signal, read: readLead });
      return { ...data, etag };
    },
  });
}

const fieldNames = Object.keys(leadResponseFields.shape);
const readLead = (raw: unknown) => ({
  lead: readRecord(lead, raw),
  absent: absentFields(fieldNames, raw),
});
const readCreated = readObject(leadCreateResponse);

/**
 * Returns the mutation that submits a lead. Sending it again with the same idempotency key doesn't
 * create another lead.
 */
export function useCreateLead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: { fields: LeadCreateFields; idempotencyKey: string }) => {
      const { fields, idempotencyKey } = input;
      const { data } = await call(v1.createLead, {
        body: { fields },
        idempotencyKey,
        read: readCreated,
      });
      return data;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: leadsKey }),
  });
}

/**
 * Returns the mutation that updates only the given fields of a lead. Rejected with 412 when the
 * lead's version is not `ifMatch`.
 */
export function useUpdateLead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: {
      id: string;
      fields: LeadUpdateFields;
      ifMatch?: string | undefined;
    }): Promise<LeadResponse> => {
      const { id, fields, ifMatch } = input;
      const { data, etag } = await call(v1.updateLead, {
        params: { id },
        body: { fields },
        ifMatch,
        read: readLead,
      });
      return { ...data, etag };
    },
    onSuccess: async (response, { id }) => {
      const { queryKey } = leadQuery(id);
      if (response.lead.ok) queryClient.setQueryData(queryKey, response);
      else await queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: [...leadsKey, 'list'] });
      await queryClient.invalidateQueries({ queryKey: [...leadsKey, 'history', id] });
    },
  });
}
