import { listKeys } from '#contract/typed-objects.ts';

/**
 * The specification's value lists, verbatim and in its order. No other file of the product writes
 * these values.
 */

/** The status of a new lead. Our decision: the specification shows no transitions. */
export const newLeadStatus = { status: 'New', subStatus: 'Received' } as const;

/** Deal statuses with the sub-statuses that each allows. */
export const dealSubStatuses = {
  'Application Received': ['Banks In'],
  'In Progress': ['Under Review', 'Scrubbing', 'Scrubbing Complete', 'Submitted to Credit'],
  'Additional Info Required': [
    'Pending info - with customer',
    'Pending info - with ISO',
    'Pending info',
  ],
  Approved: ['Pending Stips', 'Pending Presentation', 'Offer Made', 'With ISO'],
  'Contract Requested': ['Contract Requested', 'Contract Pending Info'],
  'Contract Draft': [
    'Contract Drafting',
    'Contract Drafted',
    'Contract Draft - Pending Info',
    'Pre-Send Review',
  ],
  'Contracts Sent': [
    'Contract Sent',
    'Sent by SS',
    'Sent by DS',
    'DS Contract Viewed',
    'No Response',
  ],
  'Pending Settlement': [
    'Contract Signed',
    'Pre-Final Review',
    'Pre-Final Review - Pending Info',
    'Final Review',
    'Final Review Working',
    'Final Review - Pending Info',
    'Pending Funding Call - Awaiting Stips',
    'Pending Funding Call',
    'Funding Call Complete',
    'Funding Waiting Approval',
  ],
  Settled: ['Performing', 'Not performing', 'Defaulted', 'Closed'],
  Withdrawn: [
    'Term too short',
    'Cost',
    'No longer Required',
    'Loan Amount Too Low',
    'Got another loan facility',
    'Not Ready',
    'No reason provided',
  ],
  'On Hold': ['On Hold', 'On Hold - Credit', 'On Hold - Customer'],
  Declined: [
    'Time in business too short',
    'Revenue too low',
    'Serviceability',
    'Credit History',
    'Bank statement conduct',
    'ATO debt',
    'Other debts',
    'Not a business',
    'High risk industry',
    'Prohibited industry',
    'Insufficient Documentation',
    'Integrity of applicants',
    'Has competitor loan',
    'Rejected By Credit',
    'Customer Declined',
  ],
} as const;
export type DealStatus = keyof typeof dealSubStatuses;
export const dealStatuses: readonly DealStatus[] = listKeys(dealSubStatuses);

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
