import type { Role } from '#contract/endpoint.ts';
import { leadWait, waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import { type Lead, listedLeadLabels } from '#contract/v1/lead-records.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { ReadRecord } from '#src/api/records.ts';
import { type ColumnOrder, mainTime } from '#src/api/search/column-order.ts';
import { noValue } from '#src/lib/numbers.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import type { NamedColumn } from '#src/ui/table/shown-columns.ts';
import { Since, WithSince } from '#src/ui/table/since.tsx';
import { OnCard } from '#src/ui/table/table.tsx';

import { leadTone } from './lead-status.ts';

export type LeadRow = ReadRecord<Lead>;

/** Returns a cell renderer for a lead; unreadable rows get an empty cell. */
const field = (show: (lead: Lead) => React.ReactNode) => (row: LeadRow) =>
  row.ok ? show(row.record) : null;

interface ColumnsSettings {
  sort: LeadListQuery['sort'];
  role: Role;
  /** Whether the company has been chosen as a column of its own. */
  hasCompany?: boolean | undefined;
  /** The width of the amounts with their currency. */
  amountsWidth?: string;
}

/**
 * Returns all columns of the list, in their order. `order` returns what orders the list by a field.
 */
export function leadColumns(
  order: (by: LeadListQuery['sort']['by']) => ColumnOrder,
  { sort, role, hasCompany, amountsWidth }: ColumnsSettings,
): readonly NamedColumn<LeadRow>[] {
  const isSupport = role === 'support';
  const time = mainTime(sort.by);
  const onCard = (name: string) => (name === time ? { card: 'time' as const } : {});
  const partner: NamedColumn<LeadRow> = {
    name: 'broker',
    header: listedLeadLabels.broker,
    card: 'owner',
    soft: true,
    hasTwoLines: true,
    width: '140px',
    minTableWidth: 980,
    cell: field(({ fields }) => fields.broker?.name || noValue),
  };
  return [
    {
      name: 'client',
      header: 'Client',
      card: 'title',
      hasTwoLines: true,
      cell: field(clientName),
      // Narrower tables have no room for a column of it.
      below: hasCompany ? undefined : field(({ fields }) => fields.companyName),
    },
    {
      name: 'company',
      header: 'Company',
      card: 'text',
      hasTwoLines: true,
      minTableWidth: 1500,
      cell: field((lead) => (
        <>
          <WaitingOnCard lead={lead} isSupport={isSupport} />
          {lead.fields.companyName || noValue}
        </>
      )),
    },
    {
      name: 'status',
      header: listedLeadLabels.status,
      card: 'mark',
      width: '170px',
      cell: field(({ fields }) => (
        <Badge tone={leadTone(fields.status)}>{fields.status || 'No status'}</Badge>
      )),
    },
    {
      name: 'subStatus',
      header: listedLeadLabels.subStatus,
      soft: true,
      wraps: true,
      // One line of "Waiting on Customer", two of "Customer requested email only".
      width: '172px',
      minTableWidth: 860,
      cell: field(({ fields }) => fields.subStatus || noValue),
    },
    {
      name: 'waitingOn',
      header: 'Waiting on',
      wraps: true,
      width: '144px',
      minTableWidth: isSupport ? 1140 : 980,
      cell: field((lead) => <WaitingOn lead={lead} isSupport={isSupport} />),
    },
    {
      name: 'amountRequested',
      header: 'Amount',
      card: 'figure',
      num: true,
      wraps: true,
      ...(amountsWidth !== undefined && { width: amountsWidth }),
      ...order('amountRequested'),
      cell: field((lead) => (
        <Amount value={lead.fields.amountRequested} partnerId={lead.fields.broker?.id} />
      )),
    },
    ...(isSupport ? [partner] : []),
    {
      name: 'brokerRep',
      header: listedLeadLabels.brokerRep,
      soft: true,
      hasTwoLines: true,
      width: '108px',
      // Only the admin sees leads of several contacts of one partner.
      ...(role === 'partner-admin'
        ? { card: 'owner', minTableWidth: 1140 }
        : { isExtra: isSupport, minTableWidth: 1340 }),
      cell: field(contactName),
    },
    {
      name: 'statusSinceDate',
      header: 'In status',
      width: '92px',
      isExtra: true,
      ...onCard('statusSinceDate'),
      ...order('statusSinceDate'),
      cell: field(({ fields }) => <Since timestamp={fields.statusSinceDate} />),
    },
    {
      name: 'subStatusSinceDate',
      header: 'In sub-status',
      width: '116px',
      isExtra: true,
      ...onCard('subStatusSinceDate'),
      ...order('subStatusSinceDate'),
      cell: field(({ fields }) => <Since timestamp={fields.subStatusSinceDate} />),
    },
    {
      name: 'updatedAt',
      header: 'Last changed',
      soft: true,
      width: '128px',
      isExtra: true,
      ...onCard('updatedAt'),
      ...order('updatedAt'),
      cell: field((lead) => <Time inTable value={lead.updatedAt} />),
    },
    {
      name: 'createdAt',
      header: 'Created',
      soft: true,
      wraps: true,
      width: '120px',
      // Gives way to the time that the rows are ordered by.
      ...(time !== 'createdAt' && { minTableWidth: 1340 }),
      ...onCard('createdAt'),
      ...order('createdAt'),
      cell: field((lead) => <Time inTable value={lead.createdAt} />),
    },
    {
      name: 'lastActivityDate',
      header: listedLeadLabels.lastActivityDate,
      soft: true,
      wraps: true,
      width: '128px',
      minTableWidth: role === 'broker' ? 1240 : 1340,
      ...onCard('lastActivityDate'),
      ...order('lastActivityDate'),
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

/** Returns what a client is called. */
export function clientName({ fields }: Lead): string {
  return `${fields.firstName} ${fields.lastName}`.trim() || fields.companyName || 'No name';
}

function contactName({ fields }: Lead): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}
