import type { Role } from '#contract/endpoint.ts';
import { leadWait, waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import { type Lead, listedLeadLabels } from '#contract/v1/lead-records.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { type ColumnOrder, mainTime } from '#src/api/records/list/column-order.ts';
import { contactName, field, timeColumns } from '#src/features/records/table/record-columns.tsx';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { WithSince } from '#src/features/records/table/since.tsx';
import { noValue } from '#src/lib/numbers.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { OnCard } from '#src/ui/table/table.tsx';

import { leadTone } from './lead-status.ts';

export type LeadRow = ReadRecord<Lead>;

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
    ...timeColumns<Lead>(order, {
      main: mainTime(sort.by),
      inStatus: { isExtra: true },
      lastActivity: {
        header: listedLeadLabels.lastActivityDate,
        minTableWidth: role === 'broker' ? 1240 : 1340,
      },
    }),
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
