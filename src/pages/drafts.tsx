import Plus from 'lucide-react/icons/plus';

import { useSession } from '#src/api/session.ts';
import { DraftsList } from '#src/features/lead-form/drafts/drafts-list.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/leads/drafts`: the user's new leads that are not submitted yet. */
export function Component() {
  if (useSession().account.role === 'support')
    return (
      <>
        <PageHeader title="Drafts" />
        <ErrorState
          title="Support staff have no drafts"
          action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
        >
          Only partners submit leads.
        </ErrorState>
      </>
    );
  return (
    <>
      <PageHeader
        title="Drafts"
        actions={
          <LinkButton variant="main" to={paths.newLead()}>
            <Plus aria-hidden />
            New lead
          </LinkButton>
        }
      />
      <DraftsList />
    </>
  );
}
