import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { draftQuery } from '#src/api/new-lead/drafts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useSession } from '#src/api/session.ts';
import { DraftsLink } from '#src/features/lead-form/drafts/drafts-list.tsx';
import type { SubmittedLead } from '#src/features/lead-form/late-changes.tsx';
import { NewLeadForm } from '#src/features/lead-form/lead-form.tsx';
import { LeadSubmitted } from '#src/features/lead-form/lead-submitted.tsx';
import { paths } from '#src/lib/paths.ts';
import { randomKey } from '#src/lib/random.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { RecordLoadError } from './record-load-error.tsx';

/**
 * `/leads/new`: a form for one lead, then the submitted lead. The address names the draft once it
 * is stored.
 */
export function Component() {
  const canSubmit = useSession().account.role !== 'support';
  if (canSubmit) return <NewLead />;
  return (
    <>
      <PageHeader title="New lead" />
      <ErrorState
        title="Support staff can’t submit leads"
        action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
      >
        {' '}
        Only partners submit leads. You can view every lead and deal.{' '}
      </ErrorState>
    </>
  );
}

function NewLead() {
  const [params, setParams] = useSearchParams();
  const [submitted, setSubmitted] = useState<SubmittedLead>();
  const navigate = useNavigate();
  const { id, isNew, renew } = useDraftId(params.get('draft'));
  const handleAnother = () => {
    setSubmitted(undefined);
    renew();
    setParams({});
  };
  if (submitted)
    return (
      <>
        <PageHeader title="New lead" />
        <LeadSubmitted lead={submitted} onAnother={handleAnother} />
      </>
    );
  return (
    <DraftForm
      key={id}
      id={id}
      isNew={isNew}
      onStored={(stored) =>
        setParams({ draft: stored }, { replace: true, preventScrollReset: true })
      }
      onSubmitted={setSubmitted}
      onDiscarded={() => void navigate(paths.leads())}
    />
  );
}

/**
 * Returns the id of the draft that the page edits: the one of the address, or a new one. A draft
 * that began here keeps its form when its id appears in the address.
 */
function useDraftId(inAddress: string | null) {
  const [own, setOwn] = useState(newDraft);
  const renew = () => setOwn(newDraft());
  if (inAddress === own.id && !own.wasInAddress) setOwn({ ...own, wasInAddress: true });
  // The user came back to the address of an empty form.
  if (inAddress === null && own.wasInAddress) renew();
  const id = inAddress ?? own.id;
  return { id, isNew: id === own.id, renew };
}

function newDraft() {
  return { id: randomKey(), wasInAddress: false };
}

interface DraftFormProps {
  id: string;
  isNew: boolean;
  onStored: (id: string) => void;
  onSubmitted: (lead: SubmittedLead) => void;
  onDiscarded: () => void;
}

function DraftForm({ id, isNew, onStored, ...handlers }: DraftFormProps) {
  const query = useQuery({ ...draftQuery(id), enabled: !isNew });
  const loadError = useLoadError(query);
  const stored = query.data;
  if (!isNew && !stored && loadError?.hasFailed)
    return <RecordLoadError noun="draft" loadError={loadError} />;
  return (
    <>
      <PageHeader title="New lead" actions={<DraftsLink openId={id} />} />
      {!isNew && !stored && <SkeletonLines lines={12} />}
      {stored?.draft.content === null && <DraftSubmitted leadId={stored.draft.leadId ?? ''} />}
      {(isNew || stored?.draft.content) && (
        <NewLeadForm draft={{ id, stored, onStored }} {...handlers} />
      )}
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
