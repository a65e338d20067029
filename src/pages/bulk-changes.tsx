import type { ReactNode } from 'react';

import { useSession } from '#src/api/session.ts';
import { ChangesList } from '#src/features/records/bulk-changes/changes-list.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/leads/changes`: the user's latest changes to many leads. */
export function Component() {
  return (
    <WithBulkChanges>
      <PageHeader title="Bulk changes" />
      <ChangesList />
    </WithBulkChanges>
  );
}

/** Shows its content where there are bulk changes and the user may make them. */
export function WithBulkChanges({ children }: { children: ReactNode }) {
  const { account, capabilities } = useSession();
  if (capabilities.bulkChanges && account.role !== 'support') return children;
  return (
    <>
      <PageHeader title="Bulk changes" />
      <ErrorState
        title="No bulk changes"
        action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
      >
        {account.role === 'support'
          ? 'Only partners change leads.'
          : 'Leads are changed one by one here.'}
      </ErrorState>
    </>
  );
}
