import { queryOptions } from '@tanstack/react-query';

import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import { listsByType, type RecordType } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';

const endpoints = {
  lead: stageTimeEndpoints.readLeadStageTime,
  deal: stageTimeEndpoints.readDealStageTime,
};

/** Returns the query for the usual time in the status of a record; null if it is not known. */
export function stageTimeQuery(type: RecordType, id: string) {
  return queryOptions({
    queryKey: [listsByType[type], 'stage-time', id],
    meta: { records: [type], id },
    queryFn: async ({ signal }) =>
      (await call(endpoints[type], { params: { id }, signal })).stageTime,
  });
}
