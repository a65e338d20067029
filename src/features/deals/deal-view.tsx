import type { ComponentProps, ReactNode } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import type { DealLead } from '#contract/portal/deals.ts';
import type { HistoryEntry } from '#contract/portal/history.ts';
import type { StageTime } from '#contract/portal/stage-times.ts';
import { waitInWords } from '#contract/portal/waiting-on.ts';
import { type Deal, dealLabels, type DealResponseFieldName } from '#contract/v1/deals.ts';
import type { Extra } from '#src/api/read-record.ts';
import {
  isWithoutValue,
  listNames,
  RecordSection,
} from '#src/features/records/page/record-section.tsx';
import { timeSince } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Amount, AmountsOfPartner } from '#src/ui/elements/amount.tsx';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { Highlight, updatedInWords } from '#src/ui/elements/updated-mark.tsx';
import { UsualTime } from '#src/ui/elements/usual-time.tsx';
import { useEmptyFields, useFilledSection } from '#src/ui/layout/collapsed-details.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { ExtraSection } from '#src/ui/layout/extra-section.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Columns, Facts } from '#src/ui/layout/section.tsx';

import { ClientSection } from './client-section.tsx';
import { type DealGroup, dealGroups, dealRecordGroup } from './deal-groups.ts';
import { DealProgress } from './deal-progress.tsx';
import { clientName, dealName, knownStatus, otherCustomerName } from './deal-status.ts';
import { DealValue } from './deal-value.tsx';

import s from './deals.module.css';

interface DealViewProps {
  deal: Deal;
  extra: Extra;
  /** The lead that became the deal, if it exists and the user may read it. */
  lead: DealLead | null;
  /** The entries of its history with a status, newest first; empty if they are not known. */
  statuses: readonly HistoryEntry[];
  /** Links to the other deals of the list, or nothing. */
  neighbours?: ReactNode;
  /** What the lender asks for, or nothing. */
  asked?: ReactNode;
  /** The files of its lead, or nothing. */
  attachments: ReactNode;
  /** What happened to the deal; false if the service has no history. */
  history: ReactNode;
  /** Whether the reader is support, to whom the partner's people are not "you". */
  isSupport: boolean;
  /** The usual time in the deal's status; null if it is not known. */
  stageTime: StageTime | null;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
}

/** Shows a deal: its status and progress, all its fields, and the record data at the side. */
export function DealView({ deal, lead, statuses, history, ...props }: DealViewProps) {
  const { extra, isSupport, stageTime, changed, neighbours, asked, attachments } = props;
  const labels = labelsFor(dealLabels, isSupport);
  useAnnouncement(updatedInWords(changed, labels));
  const { fields } = deal;
  const status = knownStatus(fields.status);
  const { areEmptyShown, button } = useEmptyFields(
    allGroups.some((group) => listNames(group).some((name) => isWithoutValue(fields, name))),
  );
  const section = { fields, labels, changed, areEmptyShown, FieldValue: DealValue };
  return (
    <AmountsOfPartner partnerId={fields.broker?.id}>
      <PageHeader
        title={dealName(deal)}
        actions={
          <>
            {neighbours}
            {button}
            {lead && <LeadLink lead={lead} />}
          </>
        }
      />
      <DealFacts {...{ deal, isSupport, stageTime, changed }} />
      {status !== undefined && (
        <DealProgress status={status} since={fields.statusSinceDate} statuses={statuses} />
      )}
      <Columns
        aside={
          <DealSection group={getRecordGroup(deal)} {...section}>
            <Detail label="Created">
              <Time value={deal.createdAt} />
            </Detail>
            <Detail label="Updated">
              <Time value={deal.updatedAt} />
            </Detail>
          </DealSection>
        }
      >
        {asked}
        {lead && <ClientSection lead={lead} />}
        {attachments}
        {history}
        {dealGroups.map((group) => (
          <DealSection key={group.title} group={group} {...section} />
        ))}
        <ExtraSection extra={extra} />
      </Columns>
    </AmountsOfPartner>
  );
}

const allGroups = [...dealGroups, dealRecordGroup];

/** Shows one group of a deal's fields. A group without values is shown with the empty fields. */
function DealSection(props: ComponentProps<typeof RecordSection<DealResponseFieldName>>) {
  const { group, fields, areEmptyShown, children } = props;
  const isFilled = listNames(group).some((name) => !isWithoutValue(fields, name));
  const isShown = useFilledSection(children !== undefined || isFilled) || areEmptyShown;
  return isShown && <RecordSection {...props} />;
}

/** Returns the record data; without a customer whom the title names. */
function getRecordGroup(deal: Deal): DealGroup {
  const isInTitle = deal.fields.customer !== null && otherCustomerName(deal) === '';
  const { names } = dealRecordGroup;
  return {
    ...dealRecordGroup,
    names: isInTitle ? names.filter((name) => name !== 'customer') : names,
  };
}

/** The line below the heading: status, whom the deal waits for, time in each, and amount. */
function DealFacts({
  deal: { fields },
  isSupport,
  stageTime,
  changed,
}: Pick<DealViewProps, 'deal' | 'isSupport' | 'stageTime' | 'changed'>) {
  const now = useNow();
  const wait = dealWait(fields);
  const { status, subStatus, statusSinceDate, subStatusSinceDate } = fields;
  return (
    <Facts
      facts={[
        <span key="status">
          <Highlight isMarked={changed.has('status')}>
            <Badge tone={dealTone(status)}>{status || 'No status'}</Badge>
          </Highlight>
          {stageTime === null ? (
            forHowLong(statusSinceDate, now)
          ) : (
            <>
              {' for '}
              <UsualTime since={statusSinceDate} usual={stageTime} />
            </>
          )}
        </span>,
        wait && wait.on !== 'nobody' ? (
          <Highlight key="waiting" isMarked={changed.has('subStatus')}>
            <strong>{waitInWords(wait, isSupport, timeSince(wait.since, now))}</strong>
          </Highlight>
        ) : (
          subStatus !== '' && (
            <Highlight key="sub" isMarked={changed.has('subStatus')}>
              {`${subStatus}${forHowLong(subStatusSinceDate, now)}`}
            </Highlight>
          )
        ),
        fields.amount !== '' && (
          <Highlight key="amount" isMarked={changed.has('amount')}>
            <Amount value={fields.amount} />
          </Highlight>
        ),
      ]}
    />
  );
}

function forHowLong(since: string, now: number): string {
  const duration = timeSince(since, now);
  return duration === '' ? '' : ` for ${duration}`;
}

/**
 * Links to the lead that became a deal, labelled with the client's name. An erased lead has no
 * link.
 */
function LeadLink({ lead }: { lead: DealLead }) {
  const client = clientName(lead);
  return (
    <LinkButton to={paths.lead(lead.id)}>
      <span className={s.leadLink}>
        Open lead
        {client !== '' && <span className={s.leadName}>: {client}</span>}
      </span>
    </LinkButton>
  );
}
