import { useSession } from '#src/api/session.ts';
import { AuditView } from '#src/features/audit/audit-view.tsx';
import { UndoById } from '#src/features/records/bulk-changes/change-status.tsx';

const shown = { broker: 'reader', 'partner-admin': 'partner', support: 'all' } as const;

/**
 * `/audit`: who did what, when and from where. Brokers see their own actions, admins those of their
 * partner, support all. Those who change leads undo their own bulk changes here.
 */
export function Component() {
  const { account, capabilities } = useSession();
  const canUndo = capabilities.bulkChanges && account.role !== 'support';
  return (
    <AuditView
      of={shown[account.role]}
      renderUndo={(id) => (canUndo ? <UndoById id={id} /> : null)}
    />
  );
}
