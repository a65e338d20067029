import { type LeadStatus, leadStatuses } from '#contract/v1/lead-statuses.ts';
import { loanPurposes, loanTypes, newLeadStatus, suitableProducts } from '#contract/v1/values.ts';
import type { StoredFields } from '#server/leads/leads.rules.ts';

import { type Client, makeAddress, makeClient } from './demo-clients.ts';
import type { Random } from './random.ts';

/** A demo lead: its fields, its status and its age. */
export interface DemoLead {
  readonly id: string;
  readonly client: Client;
  /** The index of the partner’s contact who owns the lead. */
  readonly owner: number;
  readonly isConverted: boolean;
  readonly status: LeadStatus;
  readonly subStatus: LeadStatus;
  readonly fields: StoredFields;
  readonly operatorFields: Record<string, unknown>;
  readonly callsMade: number;
  /** Minutes before the seeding. */
  readonly age: number;
  /** The row of the bulk upload that the lead came from. */
  readonly uploadedRow?: number;
}

const born = [newLeadStatus.status, newLeadStatus.subStatus] as const;
/** The typical states of a lead in progress; the other values are covered one by one. */
const usual: readonly (readonly [LeadStatus, LeadStatus])[] = [
  born,
  ['Attempting Contact', 'Attempting 1'],
  ['Attempting Contact', 'Attempting 3'],
  ['Work in progress', 'Waiting on Customer'],
  ['Work in progress', 'Doing Application'],
  ['With Broker', 'Call Back Customer'],
  ['Not Progressing', 'Not ready'],
  ['Unqualified', 'Loan amount too low'],
  ['Closed', 'Got another loan facility'],
];

/** How many leads to make, and for whom. */
export interface LeadsWanted {
  readonly count: number;
  /** How many of the leads became deals: at most a quarter. */
  readonly converted: number;
  /** How many contacts share the leads; the first contact has the most. */
  readonly owners: number;
  readonly supportId: string;
}

/**
 * Returns some leads, newest first; 70 or more cover every status value as status and as
 * sub-status. Some leads are sparse, some complete.
 */
export function makeLeads(random: Random, wanted: LeadsWanted): DemoLead[] {
  const longest = 560_000;
  return Array.from({ length: wanted.count }, () =>
    Math.round(8 + random.fraction() ** 2.2 * longest),
  )
    .toSorted((one, other) => one - other)
    .map((age, index) => makeLead(random, wanted, index, age));
}

function makeLead(random: Random, wanted: LeadsWanted, index: number, age: number): DemoLead {
  const client = makeClient(random);
  const isConverted = index % 4 === 0 && index / 4 >= wanted.count / 4 - wanted.converted;
  const [status, subStatus] = isConverted
    ? (['Converted', 'Banks In'] as const)
    : statusOf(random, index);
  // One lead in ten has only the required fields, one in ten has all fields.
  const fullness = index % 10 === 3 ? 0 : index % 10 === 7 ? 1 : 0.3 + random.fraction() * 0.5;
  return {
    id: random.id(),
    client,
    owner: random.chance(0.6) ? 0 : random.int(0, wanted.owners - 1),
    isConverted,
    status,
    subStatus,
    fields: { ...requiredFields(client, random), ...moreFields(client, random, fullness) },
    operatorFields:
      status === 'New' || fullness === 0 ? {} : operatorFields(random, wanted.supportId, fullness),
    callsMade: status === 'New' ? 0 : random.int(0, 9),
    age,
  };
}

/**
 * Returns the status of a lead. Of the first seventy leads, every other one covers one value as
 * status and another as sub-status; the rest have typical ones.
 */
function statusOf(random: Random, index: number): readonly [LeadStatus, LeadStatus] {
  const turn = Math.floor(index / 2);
  const status = leadStatuses[turn];
  const subStatus = leadStatuses[(turn + 11) % leadStatuses.length];
  // Converted is reserved for leads that have a deal.
  if (index % 2 === 1 && status && subStatus)
    return [status === 'Converted' ? 'Closed' : status, subStatus];
  return index < 10 ? born : random.pick(usual);
}

function requiredFields(client: Client, random: Random): StoredFields {
  const { firstName, lastName, companyName } = client;
  return { firstName, lastName, companyName, phone: client.place.phone(random) };
}

/** Fields that brokers usually fill in. */
const usuallyGiven = new Set(['email', 'amountRequested', 'loanPurpose']);

/** Returns the optional fields, each with the probability `fullness`; none when `fullness` is 0. */
function moreFields(client: Client, random: Random, fullness: number): StoredFields {
  const all: StoredFields = {
    ...companyFields(client, random),
    ...personFields(client, random),
    amountRequested: random.int(2, 60) * 5_000 + (random.chance(0.1) ? 0.75 : 0),
    averageMonthlyTurnover: random.int(4, 300) * 1_000,
    loanPurpose: random.pick(loanPurposes),
    suitableProducts: suitableProducts
      .filter(() => random.chance(0.6))
      .slice(0, 2)
      .concat(random.chance(0.1) ? ['2nd Mortgage'] : []),
    callClientOrBroker: random.pick(['Call Client', 'Call Broker']),
    callOnBehalfOf: 'The broker desk',
    partnerLeadReferenceId: `REF-${random.int(10_000, 99_999)}`,
    documentId: `doc-${random.digits(8)}`,
    brokerContactName: 'Robin Vale',
    brokerContactEmail: 'robin.vale@brokers.test',
    brokerContactNumber: '+61491570156',
    notes: 'Seasonal trade, quiet in winter.\nPrefers a call in the morning.',
    partnerNotes: 'Came by recommendation of a client.',
  };
  const chanceOf = (name: string) =>
    usuallyGiven.has(name) && fullness > 0 ? Math.max(fullness, 0.9) : fullness;
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== '' && random.chance(chanceOf(name))),
  );
}

function companyFields(client: Client, random: Random): StoredFields {
  return {
    ...client.place.businessNumbers(random),
    tradingName: client.companyName.replace(` ${client.place.companyEnding}`, ''),
    industryCategory: client.industryCategory,
    industry: client.industry,
    businessStartDate: `${random.int(1998, 2024)}-0${random.int(1, 9)}-1${random.int(0, 9)}`,
    businessAddress: makeAddress(client, random),
    tradingAddress: makeAddress(client, random),
    physicalAddress: makeAddress(client, random),
  };
}

function personFields(client: Client, random: Random): StoredFields {
  return {
    email: client.email,
    secondaryEmail: client.email.replace('@', '.home@'),
    secondaryPhone: client.place.phone(random),
    dateOfBirth: `${random.int(1955, 2003)}-1${random.int(0, 2)}-0${random.int(1, 9)}`,
    residentialAddress: makeAddress(client, random),
    citizenshipStatus: random.pick(['Citizen', 'Permanent Resident', 'Temporary Resident']),
    homeOwner: random.pick(['Yes', 'No']),
    soleDirector: random.pick(['Yes', 'No']),
    driversLicenseNumber: random.digits(8),
    driverVersionNumber: random.digits(3),
  };
}

/** Returns the fields that only the operator’s side sets. */
function operatorFields(
  random: Random,
  supportId: string,
  fullness: number,
): Record<string, unknown> {
  const all = {
    delegateTo: { type: 'user', id: supportId },
    watchers: [{ type: 'user', id: supportId }],
    leadSource: random.pick(['Partner portal', 'Bulk upload', 'Referral']),
    loanType: random.pick(loanTypes),
    bankStatementsReceived: 'Yes',
    bankStatementsReceivedDate: '2026-10-12T03:20:00.000Z',
    bankStatementsVendorLink: `https://bank-data.test/${random.digits(10)}`,
    provisoLinkPdf: `https://bank-data.test/${random.digits(10)}.pdf`,
    applicationCompletedDate: '2026-10-14T22:05:00.000Z',
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(fullness)));
}
