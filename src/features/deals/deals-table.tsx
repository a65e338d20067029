import { dealWait } from '#contract/portal/deal-waits.ts';
import { waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import { type Deal, dealLabels } from '#contract/v1/deals.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/lists.ts';
import { type ReadRecord, recordId } from '#src/api/records.ts';
import { changedSearch } from '#src/api/search/list-search.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { InStatusOnCard, Since, WithSince } from '#src/ui/table/since.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { dealName, dealTone, otherCustomerName } from './deal-status.ts';

type DealRow = ReadRecord<Deal>;

interface DealsTableProps {
  rows: readonly DealRow[] | undefined;
  isStale: boolean;
  /** The ids of rows whose values changed just now. */
  changed?: ReadonlySet<string | undefined> | undefined;
  search: DealListQuery;
  /** Whether to show each deal's partner: support sees the deals of all partners. */
  isPartnerShown: boolean;
  canSort: boolean;
}

/** Shows one deal per row. A deal that cannot be parsed becomes a marked row. */
export function DealsTable({
  rows,
  isStale,
  changed,
  search,
  isPartnerShown,
  canSort,
}: DealsTableProps) {
  const order = canSort ? (by: Sortable) => orderOf(search, by) : () => ({});
  const columns = columnsOf(order, isPartnerShown).filter(
    (column) => isPartnerShown || column.header !== dealLabels.broker,
  );
  return (
    <Table
      label="Deals"
      columns={columns}
      rows={rows}
      stale={isStale}
      loadingRows={search.pageSize}
      rowTo={(row) => paths.deal(row.ok ? row.record.id : '')}
      rowError={rowErrorOf}
      isChanged={(row) => changed?.has(recordId(row)) ?? false}
    />
  );
}

function rowErrorOf(row: DealRow): string | undefined {
  if (row.ok) return undefined;
  const id = row.id === undefined ? '' : ` (${row.id})`;
  return `This deal${id} couldn’t be displayed. The others are not affected. Contact support.`;
}

type Sortable = DealListQuery['sort']['by'];
type Order = Pick<Column<DealRow>, 'orderTo' | 'order'>;

/**
 * Returns the sort link of a column header: descending first, reversed if the list is already
 * sorted by the column.
 */
function orderOf(search: DealListQuery, by: Sortable): Order {
  const isNow = search.sort.by === by;
  const descending = isNow ? !search.sort.descending : true;
  const orderTo = paths.deals(changedSearch(dealListQuery, search, { sort: { by, descending } }));
  return isNow ? { orderTo, order: descending ? 'ascending' : 'descending' } : { orderTo };
}

/** Returns a cell renderer for a deal; unreadable rows get an empty cell. */
const field = (show: (deal: Deal) => React.ReactNode) => (row: DealRow) =>
  row.ok ? show(row.record) : null;

function columnsOf(order: (by: Sortable) => Order, isSupport: boolean): readonly Column<DealRow>[] {
  return [
    { header: dealLabels.name, card: 'title', cell: field(nameWithCustomer) },
    {
      header: dealLabels.status,
      card: 'mark',
      width: '204px',
      cell: field(({ fields }) => (
        <Badge tone={dealTone(fields.status)}>{fields.status || 'No status'}</Badge>
      )),
    },
    {
      header: dealLabels.subStatus,
      // On a card the deal's name includes the customer, which leaves this slot to the sub-status.
      card: 'text',
      soft: true,
      width: '148px',
      cell: field((deal) => (
        <>
          <WaitingOnCard deal={deal} isSupport={isSupport} />
          {deal.fields.subStatus || noValue}
        </>
      )),
    },
    {
      header: 'Waiting on',
      width: '148px',
      minTableWidth: 860,
      cell: field((deal) => <WaitingOn deal={deal} isSupport={isSupport} />),
    },
    {
      header: dealLabels.amount,
      card: 'figure',
      num: true,
      width: '112px',
      ...order('amount'),
      cell: field(({ fields }) => (
        <>
          <InStatusOnCard since={fields.statusSinceDate} />
          <Amount value={fields.amount} partnerId={fields.broker?.id} />
        </>
      )),
    },
    {
      header: dealLabels.broker,
      soft: true,
      width: '152px',
      minTableWidth: 980,
      cell: field(({ fields }) => fields.broker?.name || noValue),
    },
    {
      header: dealLabels.brokerRep,
      soft: true,
      width: '108px',
      minTableWidth: isSupport ? 1140 : 980,
      cell: field(contactName),
    },
    {
      header: 'In status',
      width: '92px',
      ...order('statusSinceDate'),
      cell: field(({ fields }) => <Since timestamp={fields.statusSinceDate} />),
    },
    {
      header: 'Created',
      soft: true,
      width: '112px',
      minTableWidth: 1240,
      ...order('createdAt'),
      cell: field((deal) => <Time inTable value={deal.createdAt} />),
    },
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

function contactName({ fields }: Deal): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}
