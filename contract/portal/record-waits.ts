import type { RecordType } from '#contract/v1/record-types.ts';

import { dealTone, dealWait } from './deal-waits.ts';
import { leadTone, leadWait, type Statuses, type StatusTone, type Wait } from './waiting-on.ts';

// Each type has its own file besides: the first page loads that of leads alone.

/** For each type: returns who a record waits for. */
export const recordWaits: Readonly<Record<RecordType, (statuses: Statuses) => Wait | undefined>> = {
  lead: leadWait,
  deal: dealWait,
};

/** For each type: returns the tone of a status or sub-status. */
export const recordTones: Readonly<Record<RecordType, (status: string) => StatusTone>> = {
  lead: leadTone,
  deal: dealTone,
};
