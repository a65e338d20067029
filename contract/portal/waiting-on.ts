import { keysOf } from '#contract/typed-objects.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import type { dealSubStatuses, DealStatus, LeadStatus } from '#contract/v1/values.ts';

/** Whom each status and sub-status of a lead waits for: who has to act for it to go on. */
const leadWaits: Readonly<Record<LeadStatus, WaitingOn>> = {
  'With Broker': 'partner',
  'Wrong details': 'partner',

  'Attempting Contact': 'client',
  'Attempting 1': 'client',
  'Attempting 2': 'client',
  'Attempting 3': 'client',
  'Attempting 4': 'client',
  'Attempting 5': 'client',
  'Attempting 6': 'client',
  'Attempting 7': 'client',
  'Attempting 8': 'client',
  'Difficulty Contacting': 'client',
  'Waiting on Customer': 'client',
  'Doing Application': 'client',
  'Customer requested email only': 'client',

  New: 'lender',
  Received: 'lender',
  'Pending Duplicate Review': 'lender',
  'Call Back Customer': 'lender',
  'Work in progress': 'lender',
  'Banks In': 'lender',

  Converted: 'nobody',
  Closed: 'nobody',
  Duplicate: 'nobody',
  'Do not contact': 'nobody',
  Unqualified: 'nobody',
  Unreachable: 'nobody',
  'Not Progressing': 'nobody',
  'No longer Required': 'nobody',
  'Not ready': 'nobody',
  'No reason provided': 'nobody',
  Cost: 'nobody',
  'Got another loan facility': 'nobody',
  'Term too short': 'nobody',
  'Loan amount too low': 'nobody',
};

/**
 * Whom each sub-status of a deal waits for. ISO is the partner. Information that is pending with
 * nobody named waits for the partner, who submitted the client; documents asked for as conditions
 * (stips) wait for the client, who has them.
 */
const dealWaits: {
  readonly [Status in DealStatus]: Readonly<
    Record<(typeof dealSubStatuses)[Status][number], WaitingOn>
  >;
} = {
  'Application Received': { 'Banks In': 'lender' },
  'In Progress': {
    'Under Review': 'lender',
    Scrubbing: 'lender',
    'Scrubbing Complete': 'lender',
    'Submitted to Credit': 'lender',
  },
  'Additional Info Required': {
    'Pending info - with customer': 'client',
    'Pending info - with ISO': 'partner',
    'Pending info': 'partner',
  },
  Approved: {
    'Pending Stips': 'client',
    'Pending Presentation': 'lender',
    'Offer Made': 'partner',
    'With ISO': 'partner',
  },
  'Contract Requested': { 'Contract Requested': 'lender', 'Contract Pending Info': 'partner' },
  'Contract Draft': {
    'Contract Drafting': 'lender',
    'Contract Drafted': 'lender',
    'Contract Draft - Pending Info': 'partner',
    'Pre-Send Review': 'lender',
  },
  'Contracts Sent': {
    'Contract Sent': 'client',
    'Sent by SS': 'client',
    'Sent by DS': 'client',
    'DS Contract Viewed': 'client',
    'No Response': 'client',
  },
  'Pending Settlement': {
    'Contract Signed': 'lender',
    'Pre-Final Review': 'lender',
    'Pre-Final Review - Pending Info': 'partner',
    'Final Review': 'lender',
    'Final Review Working': 'lender',
    'Final Review - Pending Info': 'partner',
    'Pending Funding Call - Awaiting Stips': 'client',
    'Pending Funding Call': 'lender',
    'Funding Call Complete': 'lender',
    'Funding Waiting Approval': 'lender',
  },
  Settled: {
    Performing: 'nobody',
    'Not performing': 'nobody',
    Defaulted: 'nobody',
    Closed: 'nobody',
  },
  Withdrawn: {
    'Term too short': 'nobody',
    Cost: 'nobody',
    'No longer Required': 'nobody',
    'Loan Amount Too Low': 'nobody',
    'Got another loan facility': 'nobody',
    'Not Ready': 'nobody',
    'No reason provided': 'nobody',
  },
  'On Hold': {
    'On Hold': 'lender',
    'On Hold - Credit': 'lender',
    'On Hold - Customer': 'client',
  },
  Declined: {
    'Time in business too short': 'nobody',
    'Revenue too low': 'nobody',
    Serviceability: 'nobody',
    'Credit History': 'nobody',
    'Bank statement conduct': 'nobody',
    'ATO debt': 'nobody',
    'Other debts': 'nobody',
    'Not a business': 'nobody',
    'High risk industry': 'nobody',
    'Prohibited industry': 'nobody',
    'Insufficient Documentation': 'nobody',
    'Integrity of applicants': 'nobody',
    'Has competitor loan': 'nobody',
    'Rejected By Credit': 'nobody',
    'Customer Declined': 'nobody',
  },
};

/**
 * Which of a lead's two values decides. An end is an end, wherever it stands. Otherwise the value
 * that names somebody outside the lender says more than one that every lead begins with; what the
 * partner has to do comes first, because it must not be overlooked.
 */
const leadPrecedence = ['nobody', 'partner', 'client', 'lender'] as const satisfies WaitingOn[];

/** A record's statuses, and since when each has stood. */
interface Statuses {
  readonly status: string;
  readonly subStatus: string;
  readonly statusSinceDate: string;
  readonly subStatusSinceDate: string;
}

/** Whom a record waits for, the status or sub-status that says so, and since when. */
export interface Wait {
  readonly on: WaitingOn;
  readonly status: string;
  readonly since: string;
}

/**
 * Returns whom a lead waits for; of two values that say the same, the sub-status is named. Returns
 * undefined if the contract knows neither value.
 */
export function leadWait(fields: Statuses): Wait | undefined {
  const waits = [
    { status: fields.subStatus, since: fields.subStatusSinceDate },
    { status: fields.status, since: fields.statusSinceDate },
  ];
  for (const on of leadPrecedence) {
    const deciding = waits.find(({ status }) => waitIn(leadWaits, status) === on);
    if (deciding) return { on, ...deciding };
  }
  return undefined;
}

/**
 * Returns whom a deal waits for, by its sub-status: none belongs to two statuses. Returns undefined
 * for a sub-status that the contract does not know.
 */
export function dealWait({ subStatus, subStatusSinceDate }: Statuses): Wait | undefined {
  for (const waits of Object.values(dealWaits)) {
    const on = waitIn(waits, subStatus);
    if (on) return { on, status: subStatus, since: subStatusSinceDate };
  }
  return undefined;
}

function waitIn(waits: Readonly<Record<string, WaitingOn>>, status: string): WaitingOn | undefined {
  return Object.hasOwn(waits, status) ? waits[status] : undefined;
}

/** Returns the sub-statuses of deals that wait for this. */
export function dealSubStatusesWaitingOn(on: WaitingOn): string[] {
  return Object.values(dealWaits).flatMap((waits) =>
    Object.entries(waits).flatMap(([name, each]) => (each === on ? [name] : [])),
  );
}

/**
 * Returns the statuses by which a lead waits for this, as status or as sub-status, unless one of
 * `unless` is the other: those take precedence.
 */
export function leadStatusesWaitingOn(on: WaitingOn): { statuses: string[]; unless: string[] } {
  const before: readonly WaitingOn[] = leadPrecedence.slice(0, leadPrecedence.indexOf(on));
  const names = keysOf(leadWaits);
  return {
    statuses: names.filter((name) => leadWaits[name] === on),
    unless: names.filter((name) => before.includes(leadWaits[name])),
  };
}

/**
 * Returns whom a record waits for, for the end of a sentence. "You" are the partner's people:
 * support reads "the partner".
 */
export function waitingOnWords(on: WaitingOn, isSupport: boolean): string {
  if (on === 'partner') return isSupport ? 'the partner' : 'you';
  return on === 'nobody' ? on : `the ${on}`;
}

/**
 * Returns what a record waits for: "Waiting on you: Pending info - with ISO, 3 days". `duration` is
 * how long, in words; empty if not known.
 */
export function waitInWords({ on, status }: Wait, isSupport: boolean, duration: string): string {
  const since = duration === '' ? '' : `, ${duration}`;
  return `Waiting on ${waitingOnWords(on, isSupport)}: ${status}${since}`;
}

/** Returns whom a record waits for as a label: in a column, a menu, a chart. */
export function waitingOnLabel(on: WaitingOn, isSupport: boolean): string {
  if (on === 'partner' && !isSupport) return 'You';
  return `${on.charAt(0).toUpperCase()}${on.slice(1)}`;
}
