import { dealType } from '#src/features/deals/deal-type.tsx';
import { RecordsPage } from '#src/features/records/records-page.tsx';

/** `/deals`: the deals, as a list or as a board. */
export function Component() {
  return <RecordsPage records={dealType} />;
}
