import type { LeadResponseFields } from '#contract/v1/leads.ts';
import { timeSince } from '#src/lib/dates.ts';
import { amount } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Facts } from '#src/ui/layout/section.tsx';

import { leadTone } from './lead-status.ts';

/** Shows who the lead is, its status, the time in its sub-status, and the amount requested. */
export function LeadHeader({ fields }: { fields: LeadResponseFields }) {
  const { status, subStatus, subStatusSinceDate, companyName, amountRequested, convertedDealId } =
    fields;
  const name = `${fields.firstName} ${fields.lastName}`.trim();

  return (
    <>
      <PageHeader
        title={name || companyName || 'Lead without a name'}
        actions={
          convertedDealId === '' ? undefined : (
            <LinkButton to={paths.deal(convertedDealId)}>Open deal</LinkButton>
          )
        }
      />
      <Facts
        facts={[
          status !== '' && (
            <Badge key="status" tone={leadTone(status)}>
              {status}
            </Badge>
          ),
          <SubStatus key="sub" status={subStatus} since={subStatusSinceDate} />,
          companyName,
          amountRequested !== '' && (
            <span key="amount" className="num">
              {amount(amountRequested)}
            </span>
          ),
        ]}
      />
    </>
  );
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
