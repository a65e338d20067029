import { listKeys, mapValues } from '#contract/typed-objects.ts';

import type { WaitingOn } from './record-lists.ts';

/**
 * The specification's value lists, verbatim and in its order. No other file of the product writes
 * these values.
 */

/** The status of a new lead. Our decision: the specification shows no transitions. */
export const newLeadStatus = { status: 'New', subStatus: 'Received' } as const;

/**
 * Deal statuses with the sub-statuses that each allows, and who has to act in each for the deal to
 * go on. ISO is the partner. Pending information that names no one waits for the partner, who
 * submitted the client; documents required as conditions (stips) wait for the client, who has them.
 */
export const dealWaits = {
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
  'On Hold': { 'On Hold': 'lender', 'On Hold - Credit': 'lender', 'On Hold - Customer': 'client' },
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
} as const satisfies Readonly<Record<string, Readonly<Record<string, WaitingOn>>>>;

export type DealStatus = keyof typeof dealWaits;

/** Deal statuses with the sub-statuses that each allows. */
export const dealSubStatuses: Readonly<Record<DealStatus, readonly string[]>> = mapValues(
  dealWaits,
  (waits: object) => Object.keys(waits),
);
export const dealStatuses: readonly DealStatus[] = listKeys(dealWaits);

/** The status of a new deal. Our decision: the first of the path, with its only sub-status. */
export const newDealStatus = { status: 'Application Received', subStatus: 'Banks In' } as const;

/** The status of a lead that became a deal. Our decision. */
export const convertedLeadStatus = { status: 'Converted', subStatus: 'Banks In' } as const;

/** Statuses off the path, where a deal can end or pause (design, section 5). */
export const dealEnds = ['Withdrawn', 'On Hold', 'Declined'] as const satisfies DealStatus[];

/** The nine statuses of a deal's path, in order. */
export const dealPath = dealStatuses.filter(
  (status) => !(dealEnds as readonly DealStatus[]).includes(status),
);

export const callTargets = ['Call Client', 'Call Broker'] as const;
export const citizenshipStatuses = ['Permanent Resident', 'Temporary Resident', 'Citizen'] as const;
export const yesNo = ['Yes', 'No'] as const;
export const loanPurposes = [
  'Equipment Purchase',
  'Inventory / Stock Purchase',
  'Expansion & Growth',
  'Working Capital / Cashflow',
  'Paying off a Business Debt',
  'Renovation',
  'Other',
] as const;
export const loanTypes = ['New', 'Renewal', 'Add On', 'Refinance'] as const;
export const suitableProducts = ['LOC', '2nd Mortgage', 'Business Loan'] as const;
export const attachmentTypes = ['Bank Statements', 'Proof of Identity or ID', 'Image'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];
