import { leadWait, waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { type ReadRecord, recordId } from '#src/api/records.ts';
import { changedSearch } from '#src/api/search/list-search.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { InStatusOnCard, WithSince } from '#src/ui/table/since.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { leadTone } from './lead-status.ts';

type LeadRow = ReadRecord<Lead>;

interface LeadsTableProps {
  rows: readonly LeadRow[] | undefined;
  isStale: boolean;
  /** The ids of rows whose values changed just now. */
  changed?: ReadonlySet<string | undefined> | undefined;
  search: LeadListQuery;
  /** Whether to show each lead's partner: support sees the leads of all partners. */
  isPartnerShown: boolean;
  canSort: boolean;
}

/** Shows one lead per row. A lead that cannot be parsed becomes a marked row. */
export function LeadsTable({
  rows,
  isStale,
  changed,
  search,
  isPartnerShown,
  canSort,
}: LeadsTableProps) {
  const order = canSort ? (by: Sortable) => orderOf(search, by) : () => ({});
  return (
    <Table
      label="Leads"
      columns={columnsOf(order, isPartnerShown)}
      rows={rows}
      stale={isStale}
      loadingRows={search.pageSize}
      rowTo={(row) => paths.lead(row.ok ? row.record.id : '')}
      rowError={rowErrorOf}
      isChanged={(row) => changed?.has(recordId(row)) ?? false}
    />
  );
}

function rowErrorOf(row: LeadRow): string | undefined {
  if (row.ok) return undefined;
  const id = row.id === undefined ? '' : ` (${row.id})`;
  return `This lead${id} couldn’t be displayed. The others are not affected. Contact support.`;
}

type Sortable = LeadListQuery['sort']['by'];
type Order = Pick<Column<LeadRow>, 'orderTo' | 'order'>;

/**
 * Returns the sort link of a column header: descending first, reversed if the list is already
 * sorted by the column.
 */
function orderOf(search: LeadListQuery, by: Sortable): Order {
  const isNow = search.sort.by === by;
  const descending = isNow ? !search.sort.descending : true;
  const orderTo = paths.leads(changedSearch(leadListQuery, search, { sort: { by, descending } }));
  return isNow ? { orderTo, order: descending ? 'ascending' : 'descending' } : { orderTo };
}

/** Returns a cell renderer for a lead; unreadable rows get an empty cell. */
const field = (show: (lead: Lead) => React.ReactNode) => (row: LeadRow) =>
  row.ok ? show(row.record) : null;

function columnsOf(
  order: (by: Sortable) => Order,
  isPartnerShown: boolean,
): readonly Column<LeadRow>[] {
  const partner: Column<LeadRow> = {
    header: leadLabels.broker,
    soft: true,
    width: '152px',
    minTableWidth: 980,
    cell: field(({ fields }) => fields.broker?.name || noValue),
  };
  return [
    { header: 'Client', card: 'title', width: '16%', cell: field(clientName) },
    {
      header: 'Company',
      card: 'text',
      cell: field((lead) => (
        <>
          <WaitingOnCard lead={lead} isSupport={isPartnerShown} />
          {lead.fields.companyName || noValue}
        </>
      )),
    },
    {
      header: leadLabels.status,
      card: 'mark',
      width: '176px',
      cell: field(({ fields }) => (
        <Badge tone={leadTone(fields.status)}>{fields.status || 'No status'}</Badge>
      )),
    },
    {
      header: leadLabels.subStatus,
      soft: true,
      width: '148px',
      minTableWidth: 740,
      cell: field(({ fields }) => fields.subStatus || noValue),
    },
    {
      header: 'Waiting on',
      width: '148px',
      minTableWidth: isPartnerShown ? 1140 : 860,
      cell: field((lead) => <WaitingOn lead={lead} isSupport={isPartnerShown} />),
    },
    {
      header: 'Amount',
      card: 'figure',
      num: true,
      width: '112px',
      ...order('amountRequested'),
      cell: field(({ fields }) => (
        <>
          <InStatusOnCard since={fields.statusSinceDate} />
          <Amount value={fields.amountRequested} partnerId={fields.broker?.id} />
        </>
      )),
    },
    ...(isPartnerShown ? [partner] : []),
    {
      header: leadLabels.brokerRep,
      soft: true,
      width: '108px',
      minTableWidth: 1340,
      cell: field(contactName),
    },
    {
      header: 'Created',
      soft: true,
      width: '120px',
      // With the partner column, a company's name would be cut sooner.
      minTableWidth: isPartnerShown ? 1240 : 1140,
      ...order('createdAt'),
      cell: field((lead) => <Time inTable value={lead.createdAt} />),
    },
    {
      header: leadLabels.lastActivityDate,
      soft: true,
      width: '116px',
      minTableWidth: isPartnerShown ? 1340 : 1240,
      cell: field(({ fields }) => <Time inTable value={fields.lastActivityDate} />),
    },
  ];
}

interface WaitProps {
  lead: Lead;
  isSupport: boolean;
}

/** Shows whom a lead waits for, and for how long; a dash for a lead that has ended. */
function WaitingOn({ lead, isSupport }: WaitProps) {
  const wait = leadWait(lead.fields);
  if (!wait || wait.on === 'nobody') return <span className="soft">{noValue}</span>;
  return <WithSince words={waitingOnLabel(wait.on, isSupport)} timestamp={wait.since} />;
}

/** Shows on a card, before the company, that the lead waits for the partner. */
function WaitingOnCard({ lead, isSupport }: WaitProps) {
  const wait = leadWait(lead.fields);
  if (wait?.on !== 'partner') return null;
  return <OnCard>Waiting on {waitingOnWords(wait.on, isSupport)} · </OnCard>;
}

function clientName({ fields }: Lead): string {
  return `${fields.firstName} ${fields.lastName}`.trim() || fields.companyName || 'No name';
}

function contactName({ fields }: Lead): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}
