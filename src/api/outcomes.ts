import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { HomeRecord } from '#contract/portal/home.ts';
import { type Outcome, outcomeEndpoints } from '#contract/portal/outcomes.ts';

import { call } from './client.ts';
import { useContentKey } from './content-key.ts';
import { removeTodo, todoKey } from './home.ts';
import { aboutRecords } from './query-changes.ts';

const endpoints = {
  lead: outcomeEndpoints.recordLeadOutcome,
  deal: outcomeEndpoints.recordDealOutcome,
};

/** What became of a call or an email about a record. */
interface RecordedOutcome extends Pick<HomeRecord, 'type' | 'id'> {
  readonly outcome: Outcome;
  readonly note: string;
  /** The day on which to try again: YYYY-MM-DD. */
  readonly followUp?: string;
}

/** Returns the mutation that records an outcome: once, however often the same one is sent. */
export function useRecordOutcome() {
  const queryClient = useQueryClient();
  const { getKey, clear } = useContentKey();
  return useMutation({
    mutationKey: todoKey,
    mutationFn: async (recorded: RecordedOutcome) => {
      const { type, id, ...body } = recorded;
      const idempotencyKey = getKey(JSON.stringify(recorded));
      await call(endpoints[type], { params: { id }, body, idempotencyKey });
    },
    onSuccess: (_, { id, outcome }) => {
      clear();
      if (outcome !== 'reached') removeTodo(queryClient, id);
    },
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}
