import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import type { HomeRecord } from '#contract/portal/home.ts';
import { type Outcome, outcomeEndpoints } from '#contract/portal/outcomes.ts';
import { randomKey } from '#src/lib/random.ts';

import { call } from './client.ts';
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
  const sent = useRef<{ readonly content: string; readonly key: string }>(undefined);
  return useMutation({
    mutationKey: todoKey,
    mutationFn: async (recorded: RecordedOutcome) => {
      const content = JSON.stringify(recorded);
      if (sent.current?.content !== content) sent.current = { content, key: randomKey() };
      const { type, id, ...body } = recorded;
      await call(endpoints[type], { params: { id }, body, idempotencyKey: sent.current.key });
    },
    onSuccess: (_, { id, outcome }) => {
      sent.current = undefined;
      if (outcome !== 'reached') removeTodo(queryClient, id);
    },
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}
