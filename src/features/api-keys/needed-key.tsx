import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '#src/api/session.ts';
import { useUpstreamName } from '#src/api/upstream-name.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/**
 * Says that the user has to enter an API key for the upstream service, and links to where.
 * Refetches the session, to notice when someone else has entered the key. `title`: the heading of
 * the page that this replaces; undefined when it is shown above a page.
 */
export function NeededKey({ title }: { title?: string | undefined }) {
  useQuery({ ...sessionQuery, staleTime: 0 });
  const upstreamName = useUpstreamName();
  return (
    <>
      {title !== undefined && <PageHeader title={title} />}
      <Notice
        title={`Connect ${upstreamName} with your API key`}
        actions={
          <LinkButton size="small" to={paths.profile()}>
            Go to your profile
          </LinkButton>
        }
      >
        Leads and deals are stored in {upstreamName}. No API key is entered yet, or it is no longer
        accepted: enter the current one on your profile page.
      </Notice>
    </>
  );
}
