import { type ReactNode, useEffect } from 'react';

import { type ClientLinkField, clientLinkLabel, isClientLink } from '#src/lib/client-links.ts';
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
 * The page of the submitted lead: its links to share, and its files, or adding files as the next
 * step. Its heading takes the focus.
 */
export function LeadSubmitted({ lead, files, onAnother }: LeadSubmittedProps) {
  const { response, sent } = lead;
  const reference = response.fields.partnerLeadReferenceId;
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
        {(['bankStatementsUpdateLink', 'applicationLink'] as const).map((field) => (
          <LinkDetail key={field} field={field} address={response.fields[field]} />
        ))}
        {reference !== '' && <Detail label="Your reference">{reference}</Detail>}
      </DetailList>
      {files !== undefined && <div className={s.files}>{files}</div>}
      <div className={s.next}>
        {files === undefined && (
          <LinkButton variant="main" to={`${paths.lead(response.id)}#attachments`}>
            Add files
          </LinkButton>
        )}
        <LinkButton
          variant={files === undefined ? 'bordered' : 'main'}
          to={paths.lead(response.id)}
        >
          Open the lead
        </LinkButton>
        <Button onClick={onAnother}>Submit another lead</Button>
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
