import { useSession } from '#src/api/session.ts';
import { AuditView } from '#src/features/audit/audit-view.tsx';

import { NoAccess } from './not-shown.tsx';

/** `/audit`: who did what, when and from where; a partner’s to its admins, all to support. */
export function Component() {
  const { account } = useSession();
  if (account.role !== 'broker') return <AuditView hasPartners={account.role === 'support'} />;
  return <NoAccess page="Audit trail" why="Brokers don’t have access to this" />;
}
