import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import { type Deal, dealLabels } from '#contract/v1/deals.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { field, sharedColumns, WaitOnCard } from '#src/features/records/table/record-columns.tsx';
import type { ColumnsSettings } from '#src/features/records/table/record-type.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { noValue } from '#src/lib/numbers.ts';

import { dealName, otherCustomerName } from './deal-status.ts';

/** Returns all columns of the list, in their order. */
export function dealColumns(settings: ColumnsSettings): readonly NamedColumn<ReadRecord<Deal>>[] {
  const { role, amountsWidth } = settings;
  const isSupport = role === 'support';
  const shared = sharedColumns<Deal>(settings, {
    labels: dealLabels,
    amountField: 'amount',
    getAmount: ({ fields }) => ({ value: fields.amount }),
    getTone: dealTone,
    getWait: ({ fields }) => dealWait(fields),
  });
  // One line of "Harbour Finance", two beside amounts with a currency, which need the room.
  const partnerWidth = parseInt(amountsWidth ?? '', 10) > 140 ? '106px' : '140px';
  return [
    {
      name: 'name',
      header: dealLabels.name,
      card: 'title',
      hasTwoLines: true,
      cell: field(nameWithCustomer),
    },
    { ...shared.status, width: '196px' },
    {
      ...shared.subStatus,
      // On a card the deal's name includes the customer, which leaves this slot to the sub-status.
      card: 'text',
      // Two lines of the longest: "Pending Funding Call - Awaiting Stips".
      width: '168px',
      cell: field(({ fields }) => {
        const wait = dealWait(fields);
        const isWaiting = wait !== undefined && wait.on !== 'nobody';
        return (
          <>
            {isWaiting && <WaitOnCard {...{ wait, isSupport }} separator=": " />}
            {fields.subStatus || noValue}
          </>
        );
      }),
    },
    shared.waitingOn,
    shared.amount,
    ...(isSupport ? [{ ...shared.broker, width: partnerWidth }] : []),
    {
      ...shared.brokerRep,
      width: '106px',
      // Only the admin sees deals of several contacts of one partner.
      ...(role === 'partner-admin'
        ? { card: 'owner', minTableWidth: 980 }
        : { minTableWidth: 1340 }),
    },
    { ...shared.statusSinceDate, minTableWidth: 1240 },
    shared.subStatusSinceDate,
    shared.updatedAt,
    shared.createdAt,
    { ...shared.lastActivityDate, isExtra: true },
  ];
}

/**
 * Shows the customer beside the deal's name. The customer has no column of its own: most deals are
 * named after their customer, and a column would truncate the name to repeat it.
 */
function nameWithCustomer(deal: Deal) {
  const customer = otherCustomerName(deal);
  if (customer === '') return dealName(deal);
  return (
    <>
      {dealName(deal)} <span className="soft">· {customer}</span>
    </>
  );
}
