import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { recordHistoryQuery } from '#src/api/records/history.ts';
import { useSession } from '#src/api/session.ts';
import { RequestFiles } from '#src/features/attachments/request-files.tsx';
import { LeadCorrection } from '#src/features/leads/lead-correction.tsx';
import { mayEditLead } from '#src/features/leads/leads.policy.ts';
import { RequestsSection } from '#src/features/requests/requests-section.tsx';
import { StatusSection } from '#src/features/requests/status-section.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';

interface RecordRequestsProps
  extends
    Pick<ComponentProps<typeof StatusSection>, 'statuses'>,
    Pick<ComponentProps<typeof RequestsSection>, 'record'> {
  /** The lead, or the lead that became the deal, if the reader may read it. */
  leadId: string | undefined;
  /** How to reach the client, as far as it is known. */
  client?: ComponentProps<typeof StatusSection>['client'];
  /** Who has the deal at the lender, if that is known. */
  lenderContact?: string;
  /** The notes of a lead, as the service sends them. */
  notes?: string;
}

/** Shows what the lender, or else the status, asks for on the page of a lead or deal. */
export function RecordRequests(props: RecordRequestsProps) {
  const { record, statuses, leadId, client, lenderContact = '', notes = '' } = props;
  const { account, capabilities } = useSession();
  const mayEdit = mayEditLead(account.role);
  const noLead = (
    <>
      This deal has no lead that you can open, so files can’t be attached here. Send them to{' '}
      {lenderContact === '' ? (
        'your contact at the lender'
      ) : (
        <>
          <span translate="no">{lenderContact}</span> at the lender
        </>
      )}
      , with the ID of the deal. <CopyButton value={record.id} label="Copy deal ID" />
    </>
  );
  const status = (
    <StatusSection
      {...requestParts}
      type={record.type}
      title={mayEdit ? 'What to do' : 'What the partner is asked for'}
      statuses={statuses}
      leadId={mayEdit ? leadId : undefined}
      client={mayEdit ? client : undefined}
      note={notes !== '' && !capabilities.history && <LenderNote {...{ record, notes }} />}
      hint={mayEdit && (capabilities.dealLead ? noLead : elsewhere)}
    />
  );
  if (!capabilities.requests) return status;
  return <RequestsSection record={record} otherwise={status} {...requestParts} />;
}

const elsewhere = 'Files and notes go to the lead of this deal.';

/**
 * The last line of a lead’s notes in front of an existing service, where the lender writes too;
 * nothing if the notes were last written through the portal.
 */
function LenderNote({ record, notes }: Required<Pick<RecordRequestsProps, 'record' | 'notes'>>) {
  const { portalHistory } = useSession().capabilities;
  const { data } = useInfiniteQuery({ ...recordHistoryQuery(record), enabled: portalHistory });
  const entries = data?.pages.flatMap((page) => page.entries);
  const isOwn = entries?.some(({ changes }) =>
    changes.some(({ field, to }) => field === 'notes' && to === notes),
  );
  if (portalHistory && isOwn !== false) return null;
  return <p className="soft">{`Last note: “${notes.trim().split('\n').at(-1)}”`}</p>;
}

/** The parts of other features that answering a request needs. */
export const requestParts = { Files: RequestFiles, Fields: LeadCorrection };
