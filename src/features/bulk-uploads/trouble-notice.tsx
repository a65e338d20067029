import { exactTime } from '#src/lib/dates.ts';
import { Notice } from '#src/ui/notice.tsx';

import type { Trouble } from './until-answered.ts';

/** The service does not answer, and it is tried again by itself. */
export function TroubleNotice({ trouble }: { trouble: Trouble | null }) {
  if (trouble === null) return null;
  const since = exactTime(new Date(trouble.since).toISOString());
  return (
    <Notice tone="wait" title="The service does not answer">
      Since {since}. The portal goes on trying by itself. Nothing is lost, and no row is sent twice.
    </Notice>
  );
}
