import { useMutation, useQueryClient } from '@tanstack/react-query';

import { questionEndpoints } from '#contract/portal/questions.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

import { call } from './client.ts';
import { useContentKey } from './content-key.ts';
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

/** Returns the mutation that asks the lender: once, however often the same text is sent. */
export function useAskLender({ type, id }: QuestionSubject) {
  const queryClient = useQueryClient();
  const { getKey, clear } = useContentKey();
  return useMutation({
    mutationFn: async (text: string) =>
      call(endpoints[type].ask, { params: { id }, body: { text }, idempotencyKey: getKey(text) }),
    // Ends once the question is in the list.
    onSuccess: async () => {
      clear();
      await queryClient.invalidateQueries(questionsQuery({ type, id }));
    },
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}
