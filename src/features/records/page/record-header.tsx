import type { ComponentProps, ReactNode } from 'react';

import type { StageTime } from '#contract/portal/stage-times.ts';
import {
  type Statuses,
  type StatusTone,
  type Wait,
  waitingOnText,
} from '#contract/portal/waiting-on.ts';
import { usePartnerWord } from '#src/features/records/partner-word.ts';
import { timeSince, duration } from '#src/lib/dates.ts';
import type { LenderContact } from '#src/lib/lender-contact.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Highlight } from '#src/ui/elements/highlight.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';

import { ContactCard } from './contact-card.tsx';
import { LenderPerson } from './lender-person.tsx';

import s from './record-header.module.css';

/** The props that the pages of a lead and of a deal share. */
export interface RecordViewProps {
  /** The values that the service sent beyond the contract, by path. */
  extra: Readonly<Record<string, unknown>>;
  /** Whether the reader is support, which calls the partner "the partner", not "you". */
  isSupport: boolean;
  /** Who a request or a hand-back waits for; otherwise the status says who the record waits for. */
  portalWait?: Wait | undefined;
  /** The usual time in the status; null if it is not known. */
  stageTime: StageTime | null;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  /** Links to the other records of the list, or nothing. */
  neighbours?: ReactNode;
  /** The day on which the reader follows the record up, or nothing. */
  followUp?: ReactNode;
  /** Shows what the lender asks for, or nothing. */
  requests?: ReactNode;
  /** The files of the lead, or nothing. */
  attachments: ReactNode;
  /** A row that says how many files there are, and leads to them. */
  files?: ReactNode;
  /** The history; false if the service has none. */
  history: ReactNode;
}

interface RecordHeaderProps extends Pick<RecordViewProps, 'stageTime' | 'changed' | 'followUp'> {
  title: string;
  /** The name and the value of the field with the amount, and what edits it. */
  amount: { readonly name: string; readonly value: string; readonly edit?: ReactNode };
  statuses: Statuses;
  tone: StatusTone;
  wait: Wait | undefined;
  /** What the status means, where somebody other than the partner acts. */
  meaning?: string | undefined;
  /** How to reach the client, if it is known. */
  client?: ComponentProps<typeof ContactCard> | null | undefined;
  /** Who has the record at the lender. */
  lenderContact: LenderContact | undefined;
  /** The owner of the record, who decides who "you" are. */
  contactId: string | undefined;
  /** Buttons beside the heading. */
  actions: ReactNode;
}

/** Shows a record's title, amount and status, and who it waits for since when. */
export function RecordHeader({ title, amount, statuses, tone, wait, ...props }: RecordHeaderProps) {
  const { contactId, client, lenderContact, meaning, stageTime, changed, followUp, actions } =
    props;
  const partner = usePartnerWord(contactId);
  const { status, subStatus, statusSinceDate } = statuses;
  const now = useNow();
  const isWaiting = wait !== undefined && wait.on !== 'nobody';
  const statusTime = timeSince(statusSinceDate, now);
  // One time is enough if the record has waited for as long as it has had its status.
  const isOneTime = isWaiting && timeSince(wait.since, now) === statusTime;
  const typicalTime = <TypicalTime since={statusSinceDate} typical={stageTime} />;
  return (
    <>
      <PageHeader
        isInColumns
        isVerbatim
        title={title}
        actions={
          <>
            {amount.value !== '' && (
              <span className={s.amount}>
                {amount.edit}
                <Highlight isMarked={changed.has(amount.name)}>
                  <Amount value={amount.value} />
                </Highlight>
              </span>
            )}
            {actions}
          </>
        }
      />
      <DetailLine
        details={[
          <span key="status">
            <Highlight isMarked={changed.has('status')}>
              <Badge tone={tone}>{status || 'No status'}</Badge>
            </Highlight>
            {!isOneTime && statusTime !== '' && <> for {typicalTime}</>}
          </span>,
          subStatus !== '' && subStatus !== status && (
            <Highlight key="sub" isMarked={changed.has('subStatus')}>
              {subStatus}
            </Highlight>
          ),
          isWaiting && (
            <span key="waiting">
              <strong>Waiting on {waitingOnText(wait.on, partner)}</strong>
              {timeSince(wait.since, now) !== '' && (
                <> for {isOneTime ? typicalTime : timeSince(wait.since, now)}</>
              )}
            </span>
          ),
          isWaiting && wait.on !== 'partner' && meaning,
          lenderContact && <LenderPerson key="lender" contact={lenderContact} />,
          followUp,
        ]}
      />
      {client && <ContactCard phone={client.phone} email={client.email} />}
    </>
  );
}

interface TypicalTimeProps {
  /** Since when the record has been where it is. */
  since: string;
  /** The usual durations in milliseconds; null if they are not known. */
  typical: { readonly median: number; readonly percentile90: number } | null;
}

/**
 * Shows how long a record has been where it is, beside the usual time: "9 days, usually 3 days". A
 * time that is longer than nine of ten stands out.
 */
function TypicalTime({ since, typical }: TypicalTimeProps) {
  const now = useNow();
  const text = timeSince(since, now);
  if (text === '' || typical === null) return text;
  const typicalText = `usually ${duration(typical.median).replaceAll(' ', '\u00A0')}`;
  const isLate = now - Date.parse(since) > typical.percentile90;
  return (
    <>
      <span className={isLate ? 'danger medium' : undefined}>{text}</span>, {typicalText}
    </>
  );
}
