import Plus from 'lucide-react/icons/plus';

import { useSession } from '#src/api/session.ts';
import { leadType } from '#src/features/leads/lead-type.tsx';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { RecordsPage } from '#src/features/records/records-page.tsx';
import { loadLazily } from '#src/lib/load-lazily.ts';
import { paths } from '#src/lib/paths.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { PendingField } from '#src/ui/form/pending-field.tsx';

const RecordPeek = lazyComponent(
  async () => (await import('./record-peek.tsx')).RecordPeek,
  PendingField,
);
const DraftsButton = lazyComponent(() =>
  loadLazily(
    async () => (await import('#src/features/lead-form/drafts/drafts-button.tsx')).DraftsButton,
  ),
);

/** `/leads`: the list of leads. */
export function Component() {
  const mayCreate = mayCreateLead(useSession().account.role);
  return (
    <RecordsPage
      records={leadType}
      Peek={RecordPeek}
      actions={mayCreate && <DraftsButton />}
      mainAction={
        mayCreate && (
          <LinkButton variant="main" to={paths.newLead()}>
            <Plus aria-hidden />
            New lead
          </LinkButton>
        )
      }
    />
  );
}
