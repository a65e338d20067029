import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { followUpEndpoints } from '#contract/portal/follow-ups.ts';
import type { HomeRecord } from '#contract/portal/home.ts';
import type { Wait } from '#contract/portal/waiting-on.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { removeTodo, todoKey } from './home.ts';
import { aboutRecords } from './query-changes.ts';
import { useSession } from './session.ts';

const endpoints = {
  lead: {
    read: followUpEndpoints.readLeadFollowUp,
    set: followUpEndpoints.setLeadFollowUp,
    clear: followUpEndpoints.clearLeadFollowUp,
  },
  deal: {
    read: followUpEndpoints.readDealFollowUp,
    set: followUpEndpoints.setDealFollowUp,
    clear: followUpEndpoints.clearDealFollowUp,
  },
};

/** Returns the query for the day on which the reader follows up a record. */
export function followUpQuery(type: RecordType, id: string) {
  return endpointQuery(endpoints[type].read, ['follow-ups', type, id], {
    params: { id },
    records: [type],
  });
}

/**
 * Returns the query's state for the reader’s follow-up of a record; support has none, nor has
 * anybody in front of an existing service.
 */
export function useFollowUp(type: RecordType, id: string) {
  const { account, capabilities } = useSession();
  const mayFollowUp = capabilities.home && account.role !== 'support';
  return useQuery({ ...followUpQuery(type, id), enabled: mayFollowUp });
}

/** Returns since when a record waits for the lender to whom it is handed back. */
export function useHandBackWait(type: RecordType, id: string): Wait | undefined {
  const since = useFollowUp(type, id).data?.handedBackAt ?? null;
  return since === null ? undefined : { on: 'lender', status: 'a hand-back', since };
}

/** A record, and the day on which to follow it up; null: none. */
export interface FollowUp extends Pick<HomeRecord, 'type' | 'id'> {
  readonly day: string | null;
}

/** Returns the mutation that sets or clears the day on which the reader follows up a record. */
export function useSetFollowUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: todoKey,
    mutationFn: async ({ type, id, day }: FollowUp) => {
      const { set, clear } = endpoints[type];
      await (day === null
        ? call(clear, { params: { id } })
        : call(set, { params: { id }, body: { day } }));
    },
    onSuccess: (_, { type, id, day }) => {
      queryClient.setQueryData(
        followUpQuery(type, id).queryKey,
        (former) => former && { ...former, day },
      );
      removeTodo(queryClient, id);
    },
    // Also the lists, which show, filter and order by the day.
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}
