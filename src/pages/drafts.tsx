import Plus from 'lucide-react/icons/plus';

import { useSession } from '#src/api/session.ts';
import { DraftsList } from '#src/features/lead-form/drafts/drafts-list.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { NoAccess } from './not-shown.tsx';

/** `/leads/drafts`: the user's new leads that are not submitted yet. */
export function Component() {
  if (useSession().account.role === 'support')
    return <NoAccess page="Drafts" why="Support staff have no drafts" />;
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
