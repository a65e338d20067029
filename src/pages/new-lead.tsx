import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { useSession } from '#src/api/session.ts';
import {
  fileErrors,
  NewLeadFiles,
  SubmittedLeadFiles,
} from '#src/features/attachments/new-lead-files.tsx';
import { useUploads } from '#src/features/attachments/use-uploads.ts';
import { UnsentGuard } from '#src/features/attachments/waiting-files.tsx';
import { DraftsLink } from '#src/features/lead-form/drafts/draft-notices.tsx';
import {
  isLeavingDraft,
  type PageDraft,
  useDraftId,
} from '#src/features/lead-form/drafts/use-draft-id.ts';
import { useOpenedDraft } from '#src/features/lead-form/drafts/use-opened-draft.ts';
import { NewLeadForm } from '#src/features/lead-form/lead-form.tsx';
import { type SubmittedLead, LeadSubmitted } from '#src/features/lead-form/lead-submitted.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState, SkeletonLines } from '#src/ui/feedback/states.tsx';
import { FormColumn } from '#src/ui/form/form-column.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { NoAccess, RecordLoadError } from './not-shown.tsx';

/**
 * `/leads/new`: a form for one lead, then the submitted lead. The address names the draft once
 * something is typed.
 */
export function Component() {
  const draft = useDraftId();
  const canSubmit = useSession().account.role !== 'support';
  if (canSubmit) return <NewLead key={draft.origin} draft={draft} />;
  return <NoAccess page="New lead" why="Support staff can’t submit leads" />;
}

/** The form of a draft with its files, then the submitted lead. */
function NewLead({ draft }: { draft: PageDraft }) {
  const opening = useOpenedDraft(draft);
  const [submitted, setSubmitted] = useState<SubmittedLead>();
  const waiting = useUploads(submitted?.response.id);
  const { uploads, dispatch } = waiting;
  // Files can be added until the response arrives; a removed one leaves the section in its place.
  const [hadFiles, setHadFiles] = useState(false);
  if (submitted !== undefined && uploads.length > 0 && !hadFiles) setHadFiles(true);
  const navigate = useNavigate();
  const handleSubmitted = (lead: SubmittedLead) => {
    dispatch({ type: 'all-confirmed' });
    setSubmitted(lead);
  };
  const handleDiscarded = () => {
    for (const upload of uploads) dispatch({ type: 'removed', id: upload.id });
    void navigate(paths.leads());
  };

  let page: ReactNode;
  if (submitted !== undefined) {
    const { id } = submitted.response;
    const files = hadFiles ? <SubmittedLeadFiles leadId={id} waiting={waiting} /> : undefined;
    page = <LeadSubmitted lead={submitted} files={files} onAnother={draft.renew} />;
  } else if (opening.stage === 'failed') {
    page = <RecordLoadError recordType="draft" loadError={opening.loadError} />;
  } else {
    page = (
      <FormColumn key={draft.id}>
        <PageHeader title="New lead" actions={<DraftsLink openId={draft.id} />} />
        {opening.stage === 'loading' && <SkeletonLines lines={12} />}
        {opening.stage === 'submitted' && <DraftSubmitted leadId={opening.leadId} />}
        {opening.stage === 'opened' && (
          <NewLeadForm
            draft={opening.draft}
            files={{
              section: <NewLeadFiles waiting={waiting} />,
              hasAny: uploads.length > 0,
              errors: fileErrors(uploads),
            }}
            onSubmitted={handleSubmitted}
            onDiscarded={handleDiscarded}
          />
        )}
      </FormColumn>
    );
  }
  return (
    <>
      {page}
      <UnsentGuard uploads={uploads} isLeaving={isLeavingDraft} />
    </>
  );
}

function DraftSubmitted({ leadId }: { leadId: string }) {
  return (
    <EmptyState
      title="This draft was submitted"
      action={
        <>
          <LinkButton variant="main" to={paths.lead(leadId)}>
            Open the lead
          </LinkButton>
          <LinkButton to={paths.newLead()}>New lead</LinkButton>
        </>
      }
    >
      It is a lead now, so there is nothing more to fill in.
    </EmptyState>
  );
}
