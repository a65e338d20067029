import { useSession } from '#src/api/session.ts';
import { AuditView } from '#src/features/audit/audit-view.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/audit`: who did what, when and from where; a partner’s to its admins, all to support. */
export function Component() {
  const { account } = useSession();
  if (account.role !== 'broker') return <AuditView hasPartners={account.role === 'support'} />;
  return (
    <>
      <PageHeader title="Audit trail" />
      <ErrorState
        title="Brokers don’t have access to this"
        action={<LinkButton to={paths.start()}>Go to the first page</LinkButton>}
      >
        Ask an admin of your partner.
      </ErrorState>
    </>
  );
}
