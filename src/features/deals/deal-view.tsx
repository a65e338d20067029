import { labelsFor } from '#contract/field-labels.ts';
import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import type { DealLead } from '#contract/portal/deals.ts';
import type { HistoryEntry } from '#contract/portal/history.ts';
import { type Deal, dealLabels, type DealResponseFieldName } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { RecordHeader, type RecordViewProps } from '#src/features/records/page/record-header.tsx';
import { RecordSection } from '#src/features/records/page/record-section.tsx';
import { paths } from '#src/lib/paths.ts';
import { AmountsOfPartner } from '#src/ui/elements/amount.tsx';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { updatedInWords } from '#src/ui/elements/updated-mark.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { Detail, ExtraSection } from '#src/ui/layout/details.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import { dealsTopFields, dealGroups, dealRecordGroup } from './deal-groups.ts';
import { DealProgress } from './deal-progress.tsx';
import { clientName, dealName, knownStatus, otherCustomerName } from './deal-status.ts';
import { DealValue } from './deal-value.tsx';

interface DealViewProps extends RecordViewProps {
  deal: Deal;
  /** The lead that became the deal, if it exists and the user may read it. */
  lead: DealLead | null;
  /** The entries of its history with a status, newest first; empty if they are not known. */
  statuses: readonly HistoryEntry[];
}

/** Shows a deal: its status and progress, what happened, its fields, and its client at the side. */
export function DealView({ deal, lead, statuses, extra, isSupport, ...parts }: DealViewProps) {
  const { stageTime, changed } = parts;
  const labels = labelsFor(dealLabels, isSupport);
  useAnnouncement(updatedInWords(changed, labels));
  const { fields } = deal;
  const status = knownStatus(fields.status);
  const section = { fields, labels, changed, FieldValue: DealValue };
  return (
    <AmountsOfPartner partnerId={fields.broker?.id}>
      <RecordHeader
        title={dealName(deal)}
        amount={{ name: 'amount', value: fields.amount }}
        statuses={fields}
        tone={dealTone(fields.status)}
        wait={parts.requestWait ?? dealWait(fields)}
        {...{ contactId: deal.fields.brokerRep?.id, stageTime, changed }}
        actions={parts.neighbours}
      />
      {status !== undefined && (
        <DealProgress status={status} since={fields.statusSinceDate} statuses={statuses} />
      )}
      <Columns
        aside={
          <RecordSection
            {...section}
            group={dealRecordGroup}
            elsewhere={listElsewhere(deal, lead, isSupport)}
            isAside
            after={parts.files}
            other={
              <>
                <Detail label="Created">
                  <Time value={deal.createdAt} />
                </Detail>
                <Detail label="Updated">
                  <Time value={deal.updatedAt} />
                </Detail>
              </>
            }
          >
            {lead && <ClientDetails lead={lead} title={dealName(deal)} />}
          </RecordSection>
        }
      >
        {parts.asked}
        {parts.history}
        {parts.attachments}
        {dealGroups.map((group) => (
          <RecordSection key={group.title} {...section} group={group} elsewhere={dealsTopFields} />
        ))}
        <ExtraSection extra={extra} />
      </Columns>
    </AmountsOfPartner>
  );
}

/** Returns the fields that are not among the record data: others say the same. */
function listElsewhere(deal: Deal, lead: DealLead | null, isSupport: boolean) {
  const customer = otherCustomerName(deal);
  const isNamed = customer === '' || customer === lead?.companyName;
  return [
    ...dealsTopFields,
    ...(isNamed ? (['customer'] as const) : []),
    // The partner, which its own people know.
    ...(isSupport ? [] : (['broker'] as const)),
  ] satisfies DealResponseFieldName[];
}

/** Shows whose deal it is, as far as its lead says. Links to the lead, even if it was erased. */
export function ClientDetails({ lead, title }: { lead: DealLead; title: string }) {
  const { id, companyName, phone, email } = lead;
  const client = clientName(lead);
  return (
    <>
      <Detail label={client === '' ? 'Lead' : 'Client'}>
        <Link to={paths.lead(id)}>{client || 'Open lead'}</Link>
      </Detail>
      {![client, title, ''].includes(companyName) && (
        <Detail label={leadLabels.companyName}>{companyName}</Detail>
      )}
      {phone !== '' && (
        <Detail label={leadLabels.phone}>
          <Value kind="phone" label={leadLabels.phone} text={phone} />
        </Detail>
      )}
      {email !== '' && (
        <Detail label={leadLabels.email}>
          <Value kind="email" label={leadLabels.email} text={email} />
        </Detail>
      )}
    </>
  );
}
