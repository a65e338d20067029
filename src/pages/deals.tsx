import { dealType } from '#src/features/deals/deal-type.tsx';
import { RecordsPage } from '#src/features/records/records-page.tsx';
import { later } from '#src/ui/elements/later.tsx';

const RecordPeek = later(async () => (await import('./record-peek.tsx')).RecordPeek);

/** `/deals`: the deals, as a list or as a board. */
export function Component() {
  return <RecordsPage records={dealType} Peek={RecordPeek} />;
}
