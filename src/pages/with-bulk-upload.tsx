import type { ReactNode } from 'react';

import { useSession } from '#src/api/session.ts';

import { NoAccess } from './not-shown.tsx';

/** Shows a page of bulk upload to those who may use it. The service decides. */
export function WithBulkUpload({ children }: { children: ReactNode }) {
  if (useSession().account.role === 'partner-admin') return children;
  return <NoAccess page="Bulk upload" why="Only partner admins can upload files of leads" />;
}
