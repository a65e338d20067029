import { useMutation, useQueryClient } from '@tanstack/react-query';

import { leadCreateResponse } from '#contract/v1/lead-records.ts';
import { leadWrites } from '#contract/v1/lead-writes.ts';
import { type LeadCreateFields, type LeadUpdateFields } from '#contract/v1/leads.ts';
import { call, fetchResponse } from '#src/api/client.ts';
import { readObject } from '#src/api/read-record.ts';

import { historyKey } from './history.ts';
import { leadQuery, leadsKey, readLead } from './leads.ts';

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
      return call(leadWrites.createLead, { body: { fields }, idempotencyKey, read: readCreated });
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
    }) => {
      const { id, fields, ifMatch } = input;
      const { data, etag } = await fetchResponse(leadWrites.updateLead, {
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
      await queryClient.invalidateQueries({ queryKey: historyKey({ type: 'lead', id }) });
    },
  });
}
