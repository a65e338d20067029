import type { WaitingOn } from '#contract/v1/record-lists.ts';
import { dealWaits, type DealStatus } from '#contract/v1/values.ts';

import { type Statuses, type StatusTone, type Wait, waitIn, waitTone } from './waiting-on.ts';

// Apart from the leads': the first page, which is the list of leads, does not load it.

/** The tone of each status. A sub-status gets its tone from who it waits for. */
const statusTones: Readonly<Record<DealStatus, StatusTone>> = {
  'Application Received': 'info',
  'In Progress': 'info',
  'Additional Info Required': 'warning',
  Approved: 'info',
  'Contract Requested': 'info',
  'Contract Draft': 'info',
  'Contracts Sent': 'info',
  'Pending Settlement': 'info',
  Settled: 'success',
  Withdrawn: 'neutral',
  'On Hold': 'neutral',
  Declined: 'danger',
};

/** Returns the tone of a status or sub-status of a deal, the same on every screen. */
export function dealTone(status: string): StatusTone {
  const known = Object.entries(statusTones).find(([name]) => name === status);
  return known?.[1] ?? waitTone(subStatusWait(status));
}

/**
 * Returns who a deal waits for. Its sub-status decides, because none belongs to two statuses.
 * Returns undefined for a sub-status that the contract does not know.
 */
export function dealWait({ subStatus, subStatusSinceDate }: Statuses): Wait | undefined {
  const on = subStatusWait(subStatus);
  return on && { on, status: subStatus, since: subStatusSinceDate };
}

function subStatusWait(subStatus: string): WaitingOn | undefined {
  for (const waits of Object.values(dealWaits)) {
    const on = waitIn(waits, subStatus);
    if (on) return on;
  }
  return undefined;
}

/** Returns the sub-statuses of deals that wait for this. */
export function dealSubStatusesWaitingOn(on: WaitingOn): string[] {
  return Object.values(dealWaits).flatMap((waits) =>
    Object.entries(waits).flatMap(([name, each]) => (each === on ? [name] : [])),
  );
}
