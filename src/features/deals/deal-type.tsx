import type { MarkedDeal } from '#contract/portal/deal-list.ts';
import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { field, sharedColumns } from '#src/features/records/table/record-columns.tsx';
import type {
  RecordDescription,
  ColumnsSettings,
} from '#src/features/records/table/record-description.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { EmptyState } from '#src/ui/feedback/states.tsx';

import { dealName, otherCustomerName } from './deal-status.ts';
import { DealsPipeline } from './deals-pipeline.tsx';

/** Returns all columns of the list, in their order. */
export function dealColumns(
  settings: ColumnsSettings,
): readonly NamedColumn<ReadRecord<MarkedDeal>>[] {
  const { role } = settings;
  const shared = sharedColumns<MarkedDeal>(settings, {
    amountField: 'amount',
    getAmount: ({ fields }) => ({ value: fields.amount }),
    getTone: dealTone,
    getWait: ({ fields }) => dealWait(fields),
  });
  return [
    {
      name: 'name',
      header: dealLabels.name,
      card: 'title',
      isVerbatim: true,
      cell: field(dealName),
      below: field(otherCustomerName),
    },
    { ...shared.status, width: '200px' },
    shared.waitingOn,
    shared.amount,
    ...(role === 'support' ? [shared.broker] : []),
    shared.brokerRep,
    ...shared.times,
  ];
}

/** Describes deals for their list. */
export const dealType: RecordDescription<MarkedDeal> = {
  source: dealSource,
  title: 'Deals',
  amountField: 'amount',
  getName: dealName,
  getColumns: dealColumns,
  loadFieldColumns: async () => (await import('./deal-value.tsx')).dealFieldColumns,
  renderEmpty: () => (
    <EmptyState title="No deals yet">
      A lead that converts becomes a deal and appears here.
    </EmptyState>
  ),
  getChanges: () => [],
  Pipeline: DealsPipeline,
};
