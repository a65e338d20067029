import { useQueryClient } from '@tanstack/react-query';

import { useUpdateLead } from '#src/api/records/lead-changes.ts';
import { leadQuery } from '#src/api/records/leads.ts';
import { hasCode, ServiceError } from '#src/api/service-error.ts';

import type { SaveCalls } from './lead-save.ts';

/** Returns the calls that saving a lead makes. */
export function useSaveCalls(id: string): SaveCalls {
  const queryClient = useQueryClient();
  const { mutateAsync } = useUpdateLead();
  return {
    send: (fields, ifMatch) => mutateAsync({ id, fields, ifMatch }),
    async read() {
      const { lead, ...version } = await queryClient.fetchQuery({ ...leadQuery(id), staleTime: 0 });
      if (!lead.ok)
        throw new ServiceError(
          412,
          'version-conflict',
          'Someone else changed this lead, and it can’t be read right now.',
        );
      return { record: lead.record, ...version };
    },
    isStale: (error) => hasCode(error, 'version-conflict'),
  };
}
