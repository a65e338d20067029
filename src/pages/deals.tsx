import { lazy } from 'react';

import { dealType } from '#src/features/deals/deal-type.tsx';
import { RecordsPage } from '#src/features/records/records-page.tsx';

const RecordPeek = lazy(async () => ({ default: (await import('./record-peek.tsx')).RecordPeek }));

/** `/deals`: the deals, as a list or as a board. */
export function Component() {
  return <RecordsPage records={dealType} Peek={RecordPeek} />;
}
