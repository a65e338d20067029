import { type ReactNode, useEffect } from 'react';

import { isClientLink } from '#src/lib/client-links.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
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
        <ClientLink name="bank statements" address={response.fields.bankStatementsUpdateLink} />
        <ClientLink name="application" address={response.fields.applicationLink} />
        <Detail label="Your reference">{response.fields.partnerLeadReferenceId}</Detail>
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

/** Shows a link to send to the client, with a copy button; nothing if there is none. */
function ClientLink({ name, address }: { name: string; address: string }) {
  if (!isClientLink(address)) return null;
  return (
    <Detail label={`For your client: ${name}`}>
      <span className={s.link}>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
        <CopyButton
          value={address}
          label={`Copy the link for your client: ${name}`}
          iconOnly
          variant="plain"
        />
      </span>
    </Detail>
  );
}
