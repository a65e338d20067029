import { dealResponseFields, type Deal } from '#contract/v1/deals.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { presentRecord } from '#server/records/records.presenter.ts';
import type { DealRow } from '#server/records/records.store.ts';

const empty = emptyResponse(dealResponseFields);

/**
 * Returns a deal as the API responds with it: every field of the contract, with or without a value.
 */
export function presentDeal(row: DealRow): Deal {
  return presentRecord(row, {
    ...empty,
    ...row.operator_fields,
    name: row.name,
    amount: row.amount ?? '',
  });
}
