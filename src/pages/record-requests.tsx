import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { useHandBackWait } from '#src/api/follow-ups.ts';
import { recordHistoryQuery } from '#src/api/records/history.ts';
import { useRequestWait } from '#src/api/requests.ts';
import { useSession } from '#src/api/session.ts';
import { RequestFiles } from '#src/features/attachments/request-files.tsx';
import { OutcomeQuestion } from '#src/features/follow-ups/outcome-question.tsx';
import { LeadCorrection } from '#src/features/leads/lead-correction.tsx';
import { mayEditLead } from '#src/features/leads/leads.policy.ts';
import { AskButton } from '#src/features/questions/ask-button.tsx';
import { QuestionsSection } from '#src/features/questions/questions-section.tsx';
import { useAsking } from '#src/features/questions/use-asking.ts';
import { RequestsSection } from '#src/features/requests/requests-section.tsx';
import { hasStatusSection, StatusSection } from '#src/features/requests/status-section.tsx';
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

/**
 * Shows what the lender, or else the status, asks for on the page of a lead or deal, and what the
 * lender was asked.
 */
export function RecordRequests(props: RecordRequestsProps) {
  const { record, statuses, leadId, client, lenderContact = '', notes = '' } = props;
  const { account, capabilities } = useSession();
  const mayEdit = mayEditLead(account.role);
  const asking = useAsking();
  const { isHandedBack, hasActions } = useStatusActions(record, statuses);
  const mayAsk = mayEdit && capabilities.requests;
  const noLead = <NoLead {...{ record, lenderContact, asking }} />;
  const status = !isHandedBack && (
    <StatusSection
      {...requestParts}
      type={record.type}
      id={record.id}
      Outcome={findOutcomeQuestion(capabilities)}
      title={mayEdit ? 'What to do' : 'What the partner is asked for'}
      statuses={statuses}
      leadId={mayEdit ? leadId : undefined}
      client={mayEdit ? client : undefined}
      note={notes !== '' && !capabilities.history && <LenderNote {...{ record, notes }} />}
      hint={mayEdit && (capabilities.dealLead ? noLead : elsewhere)}
      ask={
        mayAsk && leadId !== undefined && <AskButton variant="plain" size="small" asking={asking} />
      }
    />
  );
  if (!capabilities.requests) return status;
  return (
    <>
      <RequestsSection record={record} otherwise={status} {...requestParts} />
      <QuestionsSection {...{ record, asking }} hasButton={mayAsk && !hasActions} />
    </>
  );
}

/** Returns whether a record is handed back, and whether the page says what to do in its status. */
function useStatusActions(
  { type, id }: RecordRequestsProps['record'],
  statuses: RecordRequestsProps['statuses'],
) {
  const isRequested = useRequestWait(type, id) !== undefined;
  // What is handed back is the lender’s turn, whatever its status says.
  const isHandedBack = useHandBackWait(type, id) !== undefined;
  // Where the page says what to do, to ask is one of the actions.
  const hasActions = !isRequested && !isHandedBack && hasStatusSection(type, statuses);
  return { isHandedBack, hasActions };
}

/** Returns what asks for the outcome of a call; in front of an existing service, nothing does. */
const findOutcomeQuestion = ({ home }: { home: boolean }) => (home ? OutcomeQuestion : undefined);

const elsewhere = 'Files and notes go to the lead of this deal.';

interface NoLeadProps extends Required<Pick<RecordRequestsProps, 'record' | 'lenderContact'>> {
  asking: ReturnType<typeof useAsking>;
}

/** Says what to do about a deal without a lead, to which its files would be attached. */
function NoLead({ record, lenderContact, asking }: NoLeadProps) {
  return (
    <span className="stack-small">
      <span>
        This deal has no lead that you can open, so files can’t be attached here. Ask the lender
        where to send them, and send them with the deal’s ID.
        {lenderContact !== '' && (
          <>
            {' Your contact there is '}
            <span translate="no">{lenderContact}</span>.
          </>
        )}
      </span>
      <span className="cluster">
        <AskButton variant="main" asking={asking} />
        <CopyButton value={record.id} label="Copy deal ID" />
      </span>
    </span>
  );
}

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
