import { queryOptions } from '@tanstack/react-query';

import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import { call } from '#src/api/client.ts';

/** Returns the query for the usual time in the status of a record; null if it is not known. */
export function stageTimeQuery(type: 'lead' | 'deal', id: string) {
  const endpoint =
    type === 'lead' ? stageTimeEndpoints.readLeadStageTime : stageTimeEndpoints.readDealStageTime;
  return queryOptions({
    queryKey: [`${type}s`, 'stage-time', id],
    meta: { records: [type], id },
    queryFn: async ({ signal }) => (await call(endpoint, { params: { id }, signal })).stageTime,
  });
}
