import type { WaitingOn } from '#contract/v1/record-lists.ts';
import { dealWaits, type DealStatus } from '#contract/v1/values.ts';

import { type Statuses, type StatusTone, type Wait, waitIn, waitTone } from './waiting-on.ts';

// Apart from the leads': the first page, which is the list of leads, does not load it.

/** The meaning of a status that waits for the partner, and the fitting actions, likeliest first. */
export interface StatusMeaning {
  readonly sentence: string;
  readonly actions: readonly ('attach' | 'correct' | 'note')[];
}
const needsInfo = (what: string) =>
  ({ sentence: `The lender needs information${what}.`, actions: ['attach', 'note'] }) as const;

/** The meanings of the statuses of leads and sub-statuses of deals that wait for the partner. */
const meanings: Readonly<Record<string, StatusMeaning>> = {
  'With Broker': {
    sentence: 'The lender has handed this lead back.',
    actions: ['note', 'correct', 'attach'],
  },
  'Wrong details': {
    sentence: 'The lender can’t reach the client with these details.',
    actions: ['correct', 'note'],
  },
  'Pending info - with ISO': needsInfo(''),
  'Pending info': needsInfo(''),
  'Offer Made': { sentence: 'The lender has made an offer.', actions: ['note'] },
  'With ISO': {
    sentence: 'Approved: the lender waits for a decision.',
    actions: ['note', 'attach'],
  },
  'Contract Pending Info': needsInfo(' for the contract'),
  'Contract Draft - Pending Info': needsInfo(' for the contract'),
  'Pre-Final Review - Pending Info': needsInfo(' before it can settle'),
  'Final Review - Pending Info': needsInfo(' before it can settle'),
};

/** Returns what a status means that waits for the partner; undefined for any other. */
export function findMeaning(status: string): StatusMeaning | undefined {
  return Object.hasOwn(meanings, status) ? meanings[status] : undefined;
}

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
