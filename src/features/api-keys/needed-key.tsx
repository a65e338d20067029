import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';

interface NeededKeyProps {
  /** The heading of the page it stands in place of; left out, it stands above one. */
  title?: string | undefined;
}

/** Says that the person's API key for the service behind the portal is wanted, and where it is entered. Here it is heard of when somebody else enters it. */
export function NeededKey({ title }: NeededKeyProps) {
  useQuery({ ...sessionQuery, staleTime: 0 });
  return (
    <>
      {title !== undefined && <PageHeader title={title} />}
      <Notice
        title="Your API key for the service behind this portal is needed"
        actions={
          <LinkButton size="small" to={paths.profile()}>
            Go to your profile
          </LinkButton>
        }
      >
        Leads and deals live in that service, which opens them to your own API key. None is entered
        yet, or the service no longer accepts it: enter the current one on your profile page.
      </Notice>
    </>
  );
}
