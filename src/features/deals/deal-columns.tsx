import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import { type Deal, dealLabels } from '#contract/v1/deals.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { field, sharedColumns } from '#src/features/records/table/record-columns.tsx';
import type { ColumnsSettings } from '#src/features/records/table/record-type.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';

import { dealName, otherCustomerName } from './deal-status.ts';

/** Returns all columns of the list, in their order. */
export function dealColumns(settings: ColumnsSettings): readonly NamedColumn<ReadRecord<Deal>>[] {
  const { role } = settings;
  const shared = sharedColumns<Deal>(settings, {
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
