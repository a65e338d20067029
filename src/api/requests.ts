import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type LenderRequest, requestEndpoints, waitingStates } from '#contract/portal/requests.ts';
import type { Wait } from '#contract/portal/waiting-on.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { calendarDays } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { dateFormat } from '#src/lib/locale.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { removeTodo, todoKey } from './home.ts';
import { aboutRecords } from './query-changes.ts';
import { useSession } from './session.ts';

const requestsKey = ['requests'] as const;

/** Returns the query for the lender's requests on a lead or deal, the latest first. */
export function requestsQuery(type: 'lead' | 'deal', id: string) {
  const endpoint =
    type === 'lead' ? requestEndpoints.listLeadRequests : requestEndpoints.listDealRequests;
  return endpointQuery(endpoint, [...requestsKey, type, id], { params: { id }, records: [type] });
}

/** Returns since when a request waits for the partner, regardless of the record's status. */
export function useRequestWait(type: 'lead' | 'deal', id: string): Wait | undefined {
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

const weekday = dateFormat({ weekday: 'long' });

/** Returns whether a request waits for the partner. */
export const isWaiting = ({ state }: LenderRequest) => waitingStates.some((each) => each === state);

/**
 * Returns whether a request can only be answered in words: a question, or one about files or fields
 * of a lead that is another contact’s.
 */
export function isPlainQuestion({ asked, leadId }: LenderRequest): boolean {
  return asked.kind === 'question' || leadId === null;
}

/** Returns the requested item: a type of document, a question, or the names of fields. */
export function askedInWords({ asked, text }: LenderRequest): string {
  const labels: Readonly<Record<string, string>> = leadLabels;
  if (asked.kind === 'document') return asked.documentType;
  if (asked.kind === 'correction')
    return `Correct: ${asked.fieldNames.map((name) => labels[name] ?? name).join(', ')}`;
  return text === '' ? 'Question, since erased' : text;
}

/** Returns the days until a request is due, in the reader’s time zone; null without a due date. */
export function daysLeft({ dueDate }: LenderRequest, now: number): number | null {
  return dueDate === null ? null : calendarDays(now, new Date(`${dueDate}T00:00`).getTime());
}

/** Returns a due day in words: "due Friday", "was due 16 Nov". */
export function dueInWords(request: LenderRequest, now: number): string {
  const days = daysLeft(request, now);
  if (days === null) return '';
  const midnight = `${request.dueDate}T00:00`;
  if (days === 0) return 'due today';
  if (days === 1) return 'due tomorrow';
  if (days > 1 && days < 7) return `due ${weekday(undefined).format(new Date(midnight))}`;
  return `${days < 0 ? 'was due' : 'due'} ${dayText(midnight, now)}`;
}

/** Returns when something was asked for: "asked yesterday", "asked 16 Nov". */
export function askedWhen({ createdAt }: LenderRequest, now: number): string {
  const days = calendarDays(Date.parse(createdAt), now);
  if (days <= 0) return 'asked today';
  return `asked ${days === 1 ? 'yesterday' : dayText(createdAt, now)}`;
}

/** Returns how many are open, sent and done: "2 open, 1 done". */
export function countInWords(requests: readonly LenderRequest[]): string {
  const inState = (is: (request: LenderRequest) => boolean) => requests.filter(is).length;
  const counts: [number, string][] = [
    [inState(isWaiting), 'open'],
    [inState(({ state }) => state === 'sent'), 'sent'],
    [inState(({ state }) => state === 'done'), 'done'],
  ];
  return counts.flatMap(([number, word]) => (number > 0 ? `${number} ${word}` : [])).join(', ');
}

/** Returns a request in one line: "Asked for: bank statements · 1 file received". */
export function requestInWords(request: LenderRequest): string {
  const { state, asked, text, reason, files } = request;
  if (state === 'returned' && reason !== '') return `Returned: ${reason}`;
  if (asked.kind === 'question') return `Question: ${text === '' ? 'since erased' : text}`;
  const what = askedInWords(request);
  const received = files.length === 1 ? '1 file received' : `${files.length} files received`;
  return [
    asked.kind === 'document' ? `Asked for: ${what.toLowerCase()}` : what,
    ...(text === '' ? [] : [text]),
    ...(files.length === 0 ? [] : [received]),
  ].join(' · ');
}
