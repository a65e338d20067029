import type { ReactNode } from 'react';

import type { StageTime } from '#contract/portal/stage-times.ts';
import { leadTone, leadWait, type Wait, waitInWords } from '#contract/portal/waiting-on.ts';
import type { LeadResponseFields } from '#contract/v1/lead-records.ts';
import { timeSince } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Highlight } from '#src/ui/elements/updated-mark.tsx';
import { UsualTime } from '#src/ui/elements/usual-time.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Facts } from '#src/ui/layout/section.tsx';

interface LeadHeaderProps {
  fields: LeadResponseFields;
  /** Whether the reader is support, to whom the partner's people are not "you". */
  isSupport: boolean;
  /** The usual time in the lead's status; null if it is not known. */
  stageTime: StageTime | null;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  /** Buttons beside the heading. */
  actions: ReactNode;
}

/** Shows who the lead is, its status, whom it waits for, and the amount requested. */
export function LeadHeader({ fields, isSupport, stageTime, changed, actions }: LeadHeaderProps) {
  const { status, subStatus, subStatusSinceDate, companyName, amountRequested, convertedDealId } =
    fields;
  const wait = leadWait(fields);
  const isWaiting = wait !== undefined && wait.on !== 'nobody';
  const name = `${fields.firstName} ${fields.lastName}`.trim();

  return (
    <>
      <PageHeader
        title={name || companyName || 'Lead without a name'}
        actions={
          <>
            {actions}
            {convertedDealId !== '' && (
              <LinkButton to={paths.deal(convertedDealId)}>Open deal</LinkButton>
            )}
          </>
        }
      />
      <Facts
        facts={[
          status !== '' && (
            <span key="status">
              <Highlight isMarked={changed.has('status')}>
                <Badge tone={leadTone(status)}>{status}</Badge>
              </Highlight>
              {stageTime && (
                <>
                  {' for '}
                  <UsualTime since={fields.statusSinceDate} usual={stageTime} />
                </>
              )}
            </span>
          ),
          isWaiting && (
            <Highlight
              key="waiting"
              isMarked={changed.has(wait.status === subStatus ? 'subStatus' : 'status')}
            >
              <Waiting wait={wait} isSupport={isSupport} />
            </Highlight>
          ),
          // What the lead waits for already names the sub-status.
          !(isWaiting && wait.status === subStatus) && (
            <Highlight key="sub" isMarked={changed.has('subStatus')}>
              <SubStatus status={subStatus} since={subStatusSinceDate} />
            </Highlight>
          ),
          companyName !== '' && (
            <Highlight key="company" isMarked={changed.has('companyName')}>
              {companyName}
            </Highlight>
          ),
          amountRequested !== '' && (
            <Highlight key="amount" isMarked={changed.has('amountRequested')}>
              <Amount value={amountRequested} />
            </Highlight>
          ),
        ]}
      />
    </>
  );
}

/** Says whom the lead waits for: "Waiting on you: With Broker, 3 days". */
function Waiting({ wait, isSupport }: { wait: Wait; isSupport: boolean }) {
  return <strong>{waitInWords(wait, isSupport, timeSince(wait.since, useNow()))}</strong>;
}

function SubStatus({ status, since }: { status: string; since: string }) {
  const duration = timeSince(since, useNow());
  return (
    <span>
      {status || 'No sub-status'}
      {duration !== '' && ` for ${duration}`}
    </span>
  );
}
