import type { Role } from '#contract/endpoint.ts';
import { dealWait } from '#contract/portal/deal-waits.ts';
import { waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import { type Deal, dealLabels } from '#contract/v1/deals.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { type ColumnOrder, mainTime } from '#src/api/records/list/column-order.ts';
import { contactName, field, timeColumns } from '#src/features/records/table/record-columns.tsx';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { WithSince } from '#src/features/records/table/since.tsx';
import { noValue } from '#src/lib/numbers.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { OnCard } from '#src/ui/table/table.tsx';

import { dealName, dealTone, otherCustomerName } from './deal-status.ts';

export type DealRow = ReadRecord<Deal>;

interface ColumnsSettings {
  sort: DealListQuery['sort'];
  role: Role;
  /** The width of the amounts with their currency. */
  amountsWidth?: string;
}

/**
 * Returns all columns of the list, in their order. `order` returns what orders the list by a field.
 */
export function dealColumns(
  order: (by: DealListQuery['sort']['by']) => ColumnOrder,
  { sort, role, amountsWidth }: ColumnsSettings,
): readonly NamedColumn<DealRow>[] {
  const isSupport = role === 'support';
  const partner: NamedColumn<DealRow> = {
    name: 'broker',
    header: dealLabels.broker,
    card: 'owner',
    soft: true,
    hasTwoLines: true,
    // One line of "Harbour Finance", two beside amounts with a currency, which need the room.
    width: parseInt(amountsWidth ?? '', 10) > 140 ? '106px' : '140px',
    minTableWidth: 980,
    cell: field(({ fields }) => fields.broker?.name || noValue),
  };
  return [
    {
      name: 'name',
      header: dealLabels.name,
      card: 'title',
      hasTwoLines: true,
      cell: field(nameWithCustomer),
    },
    {
      name: 'status',
      header: dealLabels.status,
      card: 'mark',
      width: '196px',
      cell: field(({ fields }) => (
        <Badge tone={dealTone(fields.status)}>{fields.status || 'No status'}</Badge>
      )),
    },
    {
      name: 'subStatus',
      header: dealLabels.subStatus,
      // On a card the deal's name includes the customer, which leaves this slot to the sub-status.
      card: 'text',
      soft: true,
      wraps: true,
      // Two lines of the longest: "Pending Funding Call - Awaiting Stips".
      width: '168px',
      minTableWidth: 860,
      cell: field((deal) => (
        <>
          <WaitingOnCard deal={deal} isSupport={isSupport} />
          {deal.fields.subStatus || noValue}
        </>
      )),
    },
    {
      name: 'waitingOn',
      header: 'Waiting on',
      wraps: true,
      width: '144px',
      // Below, there would be no room for the name.
      minTableWidth: 1140,
      cell: field((deal) => <WaitingOn deal={deal} isSupport={isSupport} />),
    },
    {
      name: 'amount',
      header: dealLabels.amount,
      card: 'figure',
      num: true,
      wraps: true,
      ...(amountsWidth !== undefined && { width: amountsWidth }),
      ...order('amount'),
      cell: field((deal) => (
        <Amount value={deal.fields.amount} partnerId={deal.fields.broker?.id} />
      )),
    },
    ...(isSupport ? [partner] : []),
    {
      name: 'brokerRep',
      header: dealLabels.brokerRep,
      soft: true,
      hasTwoLines: true,
      width: '106px',
      // Only the admin sees deals of several contacts of one partner.
      ...(role === 'partner-admin'
        ? { card: 'owner', minTableWidth: 980 }
        : { minTableWidth: 1340 }),
      cell: field(contactName),
    },
    ...timeColumns<Deal>(order, {
      main: mainTime(sort.by),
      inStatus: { minTableWidth: 1240 },
      lastActivity: { header: dealLabels.lastActivityDate, isExtra: true },
    }),
  ];
}

interface WaitProps {
  deal: Deal;
  isSupport: boolean;
}

/** Shows whom a deal waits for, and for how long; a dash for a deal that has ended. */
function WaitingOn({ deal, isSupport }: WaitProps) {
  const wait = dealWait(deal.fields);
  if (!wait || wait.on === 'nobody') return <span className="soft">{noValue}</span>;
  return <WithSince words={waitingOnLabel(wait.on, isSupport)} timestamp={wait.since} />;
}

/** Shows on a card, before the sub-status, whom the deal waits for. */
function WaitingOnCard({ deal, isSupport }: WaitProps) {
  const wait = dealWait(deal.fields);
  if (!wait || wait.on === 'nobody') return null;
  return <OnCard>Waiting on {waitingOnWords(wait.on, isSupport)}: </OnCard>;
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
