import { dealType } from '#src/features/deals/deal-type.tsx';
import { RecordsPage } from '#src/features/records/records-page.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { PendingField } from '#src/ui/form/pending-field.tsx';

const RecordPeek = lazyComponent(
  async () => (await import('./record-peek.tsx')).RecordPeek,
  PendingField,
);

/** `/deals`: the list of deals, with how many are at each status. */
export function Component() {
  return <RecordsPage records={dealType} Peek={RecordPeek} />;
}
