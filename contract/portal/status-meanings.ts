import type { leadWaits } from '#contract/v1/lead-statuses.ts';
import type { WaitingOn } from '#contract/v1/record-lists.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import type { DealStatus, dealWaits } from '#contract/v1/values.ts';

import { recordWaits } from './record-waits.ts';
import type { Statuses } from './waiting-on.ts';

// Apart from who a status waits for: the first page, which is the list of leads, loads that alone.

/** The actions that can fit a status. A request has its own: attach, answer or correct. */
export type StatusAction = 'call' | 'email' | 'attach' | 'correct' | 'note';

/** What a status means: a sentence without a full stop, and the fitting actions. */
export interface StatusMeaning {
  /** Begins with a verb where the partner acts; otherwise names who does. */
  readonly sentence: string;
  /** Likeliest first; none where the partner does not act. */
  readonly actions: readonly StatusAction[];
}

/** What the partner has to do in a status. */
interface PartnerMeaning extends StatusMeaning {
  readonly actions: readonly [StatusAction, ...StatusAction[]];
}

/** The meaning of a status in which somebody else acts, or nobody does. */
interface OthersMeaning extends StatusMeaning {
  readonly actions: readonly [];
  /** What it asks of the partner while the other value of a lead says that it is with them. */
  readonly handedBack?: PartnerMeaning;
}

type Meanings<Waits extends Readonly<Record<string, WaitingOn>>> = {
  readonly [Name in keyof Waits]: Waits[Name] extends 'partner' ? PartnerMeaning : OthersMeaning;
};

const others = (sentence: string) => ({ sentence, actions: [] }) as const;
const partner = (sentence: string, ...actions: PartnerMeaning['actions']) => ({
  sentence,
  actions,
});
const callClient = (sentence: string, handedBack: string) => ({
  ...others(sentence),
  handedBack: partner(handedBack, 'call', 'email', 'note'),
});
const attempt = (sentence: string) => ({
  ...others(sentence),
  handedBack: partner(
    'Call the client: the lender can’t reach them',
    'call',
    'email',
    'correct',
    'note',
  ),
});
const sendInfo = (what: string) =>
  partner(`Send the missing information${what}`, 'attach', 'call', 'email', 'note');

const tried = (times: string) => attempt(`The lender has tried to reach the client ${times}`);

/** The meaning of each status of leads, whichever of the two values it is. */
const leadMeanings: Meanings<typeof leadWaits> = {
  Closed: others('The lender has closed the lead'),
  Duplicate: others('The lender already has a lead for this client'),
  'Do not contact': others('The client doesn’t want to be contacted'),
  Unqualified: others('The client doesn’t qualify'),
  Unreachable: others('The lender could not reach the client'),
  'Wrong details': partner(
    'Correct the client’s details: the lender can’t reach them',
    'correct',
    'call',
    'email',
    'note',
  ),
  Converted: others('The lead became a deal'),
  'Banks In': others('The lender has the bank statements'),
  New: others('The lender will look at the lead'),
  Received: others('The lender has received the lead'),
  'Pending Duplicate Review': others('The lender is checking whether it has this client already'),
  'Attempting Contact': attempt('The lender is trying to reach the client'),
  'Attempting 1': tried('once'),
  'Attempting 2': tried('twice'),
  'Attempting 3': tried('three times'),
  'Attempting 4': tried('four times'),
  'Attempting 5': tried('five times'),
  'Attempting 6': tried('six times'),
  'Attempting 7': tried('seven times'),
  'Attempting 8': tried('eight times'),
  'Difficulty Contacting': attempt('The lender has difficulty reaching the client'),
  'Waiting on Customer': callClient(
    'The client has to get back to the lender',
    'Remind the client, who has to get back to the lender',
  ),
  'Call Back Customer': callClient('The lender will call the client back', 'Call the client back'),
  'Doing Application': callClient(
    'The client is filling in the application',
    'Help the client finish the application',
  ),
  'Customer requested email only': {
    ...others('The client answers emails only'),
    handedBack: partner('Email the client, who wants no calls', 'email', 'note'),
  },
  'Work in progress': others('The lender is working on the lead'),
  'With Broker': partner(
    'Contact the client: the lender has handed the lead back',
    'call',
    'email',
    'note',
    'correct',
    'attach',
  ),
  'Not Progressing': others('The lead doesn’t go any further'),
  'No longer Required': others('The client no longer needs a loan'),
  'Not ready': others('The client isn’t ready'),
  'No reason provided': others('The client gave no reason'),
  Cost: others('The loan was too expensive for the client'),
  'Got another loan facility': others('The client has another loan'),
  'Term too short': others('The term was too short for the client'),
  'Loan amount too low': others('The amount was too low for the client'),
};

const contractOut = others('The client has to sign the contract');

/** The meaning of each sub-status of deals, by its status. */
const dealMeanings: { readonly [Name in DealStatus]: Meanings<(typeof dealWaits)[Name]> } = {
  'Application Received': { 'Banks In': others('The lender has the bank statements') },
  'In Progress': {
    'Under Review': others('The lender is reviewing the application'),
    Scrubbing: others('The lender is checking the documents'),
    'Scrubbing Complete': others('The lender has checked the documents'),
    'Submitted to Credit': others('The lender’s credit team is deciding'),
  },
  'Additional Info Required': {
    'Pending info - with customer': others('The client has to send information'),
    'Pending info - with ISO': sendInfo(''),
    'Pending info': sendInfo(''),
  },
  Approved: {
    'Pending Stips': others('The client has to send documents for the approval'),
    'Pending Presentation': others('The lender is preparing the offer'),
    'Offer Made': partner('Decide on the offer with the client', 'call', 'email', 'note'),
    'With ISO': partner(
      'Decide on the approval: the lender is waiting',
      'call',
      'email',
      'note',
      'attach',
    ),
  },
  'Contract Requested': {
    'Contract Requested': others('The lender will draw up the contract'),
    'Contract Pending Info': sendInfo(' for the contract'),
  },
  'Contract Draft': {
    'Contract Drafting': others('The lender is drawing up the contract'),
    'Contract Drafted': others('The lender has drawn up the contract'),
    'Contract Draft - Pending Info': sendInfo(' for the contract'),
    'Pre-Send Review': others('The lender is checking the contract before sending it'),
  },
  'Contracts Sent': {
    'Contract Sent': contractOut,
    'Sent by SS': contractOut,
    'Sent by DS': contractOut,
    'DS Contract Viewed': others('The client has opened the contract and has to sign it'),
    'No Response': others('The client hasn’t responded to the contract'),
  },
  'Pending Settlement': {
    'Contract Signed': others('The lender has the signed contract'),
    'Pre-Final Review': others('The lender is preparing the final review'),
    'Pre-Final Review - Pending Info': sendInfo(' for the final review'),
    'Final Review': others('The lender will do the final review'),
    'Final Review Working': others('The lender is doing the final review'),
    'Final Review - Pending Info': sendInfo(' for the final review'),
    'Pending Funding Call - Awaiting Stips': others(
      'The client has to send documents before the funding call',
    ),
    'Pending Funding Call': others('The lender will make the funding call'),
    'Funding Call Complete': others('The lender has made the funding call'),
    'Funding Waiting Approval': others('The lender is approving the payment'),
  },
  Settled: {
    Performing: others('The loan is being repaid as agreed'),
    'Not performing': others('The loan isn’t being repaid as agreed'),
    Defaulted: others('The client has defaulted on the loan'),
    Closed: others('The loan is closed'),
  },
  Withdrawn: {
    'Term too short': leadMeanings['Term too short'],
    Cost: leadMeanings.Cost,
    'No longer Required': leadMeanings['No longer Required'],
    'Loan Amount Too Low': leadMeanings['Loan amount too low'],
    'Got another loan facility': leadMeanings['Got another loan facility'],
    'Not Ready': leadMeanings['Not ready'],
    'No reason provided': leadMeanings['No reason provided'],
  },
  'On Hold': {
    'On Hold': others('The lender has put the deal on hold'),
    'On Hold - Credit': others('The lender’s credit team has put the deal on hold'),
    'On Hold - Customer': others('The client has put the deal on hold'),
  },
  Declined: {
    'Time in business too short': others('The business is too young'),
    'Revenue too low': others('The revenue is too low'),
    Serviceability: others('The client can’t afford the repayments'),
    'Credit History': others('The credit history speaks against it'),
    'Bank statement conduct': others('The bank statements speak against it'),
    'ATO debt': others('The client owes tax'),
    'Other debts': others('The client has other debts'),
    'Not a business': others('The client isn’t a business'),
    'High risk industry': others('The industry is too risky for the lender'),
    'Prohibited industry': others('The lender doesn’t lend to the industry'),
    'Insufficient Documentation': others('The documents were not sufficient'),
    'Integrity of applicants': others('The lender doubts what the applicants said'),
    'Has competitor loan': others('The client has a loan from a competitor'),
    'Rejected By Credit': others('The lender’s credit team has declined'),
    'Customer Declined': others('The client has declined'),
  },
};

const findLead = (status: string) => findIn<PartnerMeaning | OthersMeaning>(leadMeanings, status);
const allDeals: Readonly<Record<string, StatusMeaning>> = Object.assign(
  {},
  ...Object.values(dealMeanings),
);

function findIn<Meaning>(meanings: Readonly<Record<string, Meaning>>, status: string) {
  return Object.hasOwn(meanings, status) ? meanings[status] : undefined;
}

/**
 * Returns the most exact meaning of a record's two values: that of the one that decides who it
 * waits for. Of a lead that is only said to be with the partner, the other value says what to do.
 * undefined if the contract doesn't know the values.
 */
export function findMeaning(type: RecordType, statuses: Statuses): StatusMeaning | undefined {
  const wait = recordWaits[type](statuses);
  if (!wait) return undefined;
  if (type === 'deal') return findIn(allDeals, wait.status);
  const meaning = findLead(wait.status);
  if (wait.status !== 'With Broker') return meaning;
  const { status, subStatus } = statuses;
  const other = findLead(status === wait.status ? subStatus : status);
  return other && 'handedBack' in other && other.handedBack ? other.handedBack : meaning;
}

/** Returns what a record that waits for the partner asks of them; undefined for any other. */
export function findPartnerMeaning(type: RecordType, statuses: Statuses) {
  return recordWaits[type](statuses)?.on === 'partner' ? findMeaning(type, statuses) : undefined;
}
