import { useState } from 'react';

import { useSession } from '#src/api/session.ts';
import type { SubmittedLead } from '#src/features/lead-form/late-changes.tsx';
import { NewLeadForm } from '#src/features/lead-form/lead-form.tsx';
import { LeadSubmitted } from '#src/features/lead-form/lead-submitted.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/leads/new`: a form for one lead, then the submitted lead. */
export function Component() {
  const [submitted, setSubmitted] = useState<SubmittedLead>();
  const canSubmit = useSession().account.role !== 'support';

  return (
    <>
      <PageHeader title="New lead" />
      {!canSubmit && <NotForSupport />}
      {canSubmit && submitted && (
        <LeadSubmitted lead={submitted} onAnother={() => setSubmitted(undefined)} />
      )}
      {canSubmit && !submitted && <NewLeadForm onSubmitted={setSubmitted} />}
    </>
  );
}

function NotForSupport() {
  return (
    <ErrorState
      title="Support staff can’t submit leads"
      action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
    >
      {' '}
      Only partners submit leads. You can view every lead and deal.{' '}
    </ErrorState>
  );
}
