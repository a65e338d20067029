import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';

import { PageHeader } from './page-header.tsx';

/** Shown in place of a page to somebody who may not use it: why, and the way back. */
export function NoAccess({ page, why }: { page: string; why: string }) {
  return (
    <>
      <PageHeader title={page} />
      <ErrorState
        title={why}
        action={<LinkButton to={paths.start()}>Go to the start page</LinkButton>}
      />
    </>
  );
}
