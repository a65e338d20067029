import type { ComponentProps } from 'react';

import { useSession } from '#src/api/session.ts';
import { RequestFiles } from '#src/features/attachments/request-files.tsx';
import { LeadCorrection } from '#src/features/leads/lead-correction.tsx';
import { mayEditLead } from '#src/features/leads/leads.policy.ts';
import { RequestsSection } from '#src/features/requests/requests-section.tsx';
import { StatusSection } from '#src/features/requests/status-section.tsx';

interface RecordRequestsProps extends Pick<ComponentProps<typeof StatusSection>, 'statuses'> {
  record: { readonly type: 'lead' | 'deal'; readonly id: string };
  /** The lead, or the lead that became the deal, if the reader may read it. */
  leadId: string | undefined;
}

/** What the lender asks for on the page of a lead or deal, or else what its status asks for. */
export function RecordRequests({ record, statuses, leadId }: RecordRequestsProps) {
  const { account, capabilities } = useSession();
  const mayAct = mayEditLead(account.role);
  const status = (
    <StatusSection
      {...requestParts}
      type={record.type}
      title={mayAct ? 'What to do' : 'What the partner is asked for'}
      statuses={statuses}
      leadId={mayAct ? leadId : undefined}
      hint={mayAct && !capabilities.dealLead ? 'Files and notes go to the lead of this deal.' : ''}
    />
  );
  if (!capabilities.requests) return status;
  return <RequestsSection record={record} otherwise={status} {...requestParts} />;
}

/** What answering a request needs of other features. */
export const requestParts = { Files: RequestFiles, Fields: LeadCorrection };
