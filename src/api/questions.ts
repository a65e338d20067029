import { useMutation, useQueryClient } from '@tanstack/react-query';

import { questionEndpoints } from '#contract/portal/questions.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { aboutRecords } from './query-changes.ts';

const endpoints = {
  lead: { list: questionEndpoints.listLeadQuestions, ask: questionEndpoints.askAboutLead },
  deal: { list: questionEndpoints.listDealQuestions, ask: questionEndpoints.askAboutDeal },
};

/** The lead or deal that questions are about. */
export interface QuestionSubject {
  readonly type: RecordType;
  readonly id: string;
}

/** Returns the query for the questions to the lender about a lead or deal, the latest first. */
export function questionsQuery({ type, id }: QuestionSubject) {
  const options = { params: { id }, records: [type] };
  return endpointQuery(endpoints[type].list, ['questions', type, id], options);
}

/** Returns the mutation that asks the lender; sent again with its key, it asks once. */
export function useAskLender({ type, id }: QuestionSubject) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ text, key }: { readonly text: string; readonly key: string }) =>
      call(endpoints[type].ask, { params: { id }, body: { text }, idempotencyKey: key }),
    // Ends once the question is in the list.
    onSuccess: async () => queryClient.invalidateQueries(questionsQuery({ type, id })),
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}
