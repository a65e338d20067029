import { undoPeriodMs } from '#contract/portal/bulk-changes.ts';

import type { BulkChangeRow } from './bulk-changes.store.ts';

/** Returns until when a change can be undone; null if it cannot be. */
export function undoUntil({ state, changed, ended_at: at }: BulkChangeRow): Date | null {
  return state === 'applied' && changed > 0 && at ? new Date(at.getTime() + undoPeriodMs) : null;
}
