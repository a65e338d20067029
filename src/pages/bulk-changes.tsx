import type { ReactNode } from 'react';

import { useSession } from '#src/api/session.ts';
import { ChangesList } from '#src/features/records/bulk-changes/changes-list.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { NoAccess } from './not-shown.tsx';

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
    <NoAccess
      page="Bulk changes"
      why={
        account.role === 'support'
          ? 'Only partners change leads'
          : 'Leads are changed one by one here'
      }
    />
  );
}
