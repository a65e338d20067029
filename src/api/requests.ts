import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type LenderRequest, requestEndpoints, waitingStates } from '#contract/portal/requests.ts';
import type { Wait } from '#contract/portal/waiting-on.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { removeTodo, todoKey } from './home.ts';
import { aboutRecords } from './query-changes.ts';
import { useSession } from './session.ts';

const requestsKey = ['requests'] as const;
const listEndpoints = {
  lead: requestEndpoints.listLeadRequests,
  deal: requestEndpoints.listDealRequests,
};

/** Returns the query for the lender's requests on a lead or deal, the latest first. */
export function requestsQuery(type: RecordType, id: string) {
  const options = { params: { id }, records: [type] };
  return endpointQuery(listEndpoints[type], [...requestsKey, type, id], options);
}

/** Returns since when a request waits for the partner, regardless of the record's status. */
export function useRequestWait(type: RecordType, id: string): Wait | undefined {
  const { requests } = useSession().capabilities;
  const { data } = useQuery({ ...requestsQuery(type, id), enabled: requests });
  const [since] = (data ?? [])
    .filter(isWaiting)
    .map(({ updatedAt }) => updatedAt)
    .toSorted();
  return since === undefined ? undefined : { on: 'partner', status: 'a request', since };
}

/** The answer that is sent to the lender for a request. */
export interface RequestAnswer {
  readonly answer: string;
  /** Files that are attached to the lead. */
  readonly attachmentIds?: string[];
}

/** Returns the mutation that sends what a request asks for; sending it again changes nothing. */
export function useAnswerRequest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: todoKey,
    mutationFn: async (body: RequestAnswer) =>
      call(requestEndpoints.answerRequest, { params: { id }, body }),
    onSuccess: (answered) => {
      removeTodo(queryClient, id);
      queryClient.setQueriesData<LenderRequest[]>({ queryKey: requestsKey }, (requests) =>
        requests?.map((each) => (each.id === id ? answered : each)),
      );
    },
    // Also after a failure: the request may have changed since.
    onSettled: () => void queryClient.invalidateQueries(aboutRecords),
  });
}

/** Returns whether a request waits for the partner. */
export const isWaiting = ({ state }: LenderRequest) => waitingStates.some((each) => each === state);

/**
 * Returns whether a request can only be answered in words: a question, or one about files or fields
 * of a lead that is another contact’s.
 */
export function isAnsweredByText({ asked, leadId }: LenderRequest): boolean {
  return asked.kind === 'question' || leadId === null;
}
