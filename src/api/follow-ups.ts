import { useMutation, useQueryClient } from '@tanstack/react-query';

import { followUpEndpoints } from '#contract/portal/follow-ups.ts';
import type { HomeRecord } from '#contract/portal/home.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { homeKey, removeTodo, todoKey } from './home.ts';

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
    onSettled: () => void queryClient.invalidateQueries({ queryKey: homeKey }),
  });
}
