import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { homeEndpoints } from '#contract/portal/home.ts';
import { weekStarts } from '#src/lib/dates.ts';

import { call } from './client.ts';

/** The first part of the query key of the home page. */
export const homeKey = ['home'] as const;

/** Number of weeks in the chart of leads. */
const weeks = 8;

/**
 * Returns the query for the home page at a time, in milliseconds. `partnerId`: for support, the
 * partner whose records to count; empty for all.
 */
export function homeQuery(now: number, partnerId: string) {
  const query = new URLSearchParams(weekStarts(now, weeks).map((week) => ['week', week]));
  if (partnerId !== '') query.set('partnerId', partnerId);
  return queryOptions({
    queryKey: [...homeKey, query.toString()],
    queryFn: async ({ signal }) => (await call(homeEndpoints.readHome, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Returns the mutation that marks what others changed until a moment as read. */
export function useMarkHomeRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (until: string) => {
      await call(homeEndpoints.markHomeRead, { body: { until } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: homeKey }),
  });
}

/** Returns the query for the usual time in the status of a record; null if it is not known. */
export function stageTimeQuery(type: 'lead' | 'deal', id: string) {
  const endpoint =
    type === 'lead' ? homeEndpoints.readLeadStageTime : homeEndpoints.readDealStageTime;
  return queryOptions({
    queryKey: [`${type}s`, 'stage-time', id],
    queryFn: async ({ signal }) =>
      (await call(endpoint, { params: { id }, signal })).data.stageTime,
  });
}
