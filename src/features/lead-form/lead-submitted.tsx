import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import { stageTimeQuery } from '#src/api/home.ts';
import { useSession } from '#src/api/session.ts';
import { type ClientLinkField, clientLinkLabel, isClientLink } from '#src/lib/client-links.ts';
import { duration } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { ClientLink } from '#src/ui/elements/client-link.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { LateChanges, type SubmittedLead } from './late-changes.tsx';

import s from './lead-form.module.css';

interface LeadSubmittedProps {
  lead: SubmittedLead;
  /** The files that were added before the lead was submitted; absent if there were none. */
  files?: ReactNode;
  onAnother: () => void;
}

/**
 * The page of the submitted lead: its reference, what happens next and when, its links to share,
 * and its files, or adding files as the next step. Its heading takes the focus.
 */
export function LeadSubmitted({ lead, files, onAnother }: LeadSubmittedProps) {
  const { response, sent } = lead;
  const { partnerLeadReferenceId } = response.fields;
  const { capabilities } = useSession();
  const { data: usual } = useQuery({
    ...stageTimeQuery('lead', response.id),
    enabled: capabilities.home,
  });
  // In newer browsers `scrollTo` returns a promise, which is no clean-up of an effect.
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);

  return (
    <div className={s.submitted}>
      <PageHeader title="Lead submitted" takesFocus />
      <p className={s.who}>{`${sent.firstName} ${sent.lastName}, ${sent.companyName}`}</p>
      <LateChanges lead={lead} />
      <DetailList>
        <Detail label={partnerLeadReferenceId === '' ? 'Lead ID' : 'Your reference'}>
          {partnerLeadReferenceId || response.id}
        </Detail>
        <Detail label="What happens next">
          {`The lender looks at it${usual ? `, usually within ${duration(usual.median)}` : ''}. Home says when it waits on you.`}
        </Detail>
        {(['bankStatementsUpdateLink', 'applicationLink'] as const).map((field) => (
          <LinkDetail key={field} field={field} address={response.fields[field]} />
        ))}
      </DetailList>
      {files !== undefined && <div className={s.files}>{files}</div>}
      <div className={s.next}>
        <Button variant="main" onClick={onAnother}>
          Submit another lead
        </Button>
        {files === undefined && (
          <LinkButton to={`${paths.lead(response.id)}#attachments`}>Add files</LinkButton>
        )}
        <LinkButton to={paths.lead(response.id)}>Open the lead</LinkButton>
      </div>
    </div>
  );
}

/** Shows a link to send to the client; nothing if there is none. */
function LinkDetail({ field, address }: { field: ClientLinkField; address: string }) {
  if (!isClientLink(address)) return null;
  return (
    <Detail label={clientLinkLabel(field)}>
      <ClientLink field={field} address={address}>
        {address}
      </ClientLink>
    </Detail>
  );
}
