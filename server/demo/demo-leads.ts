import type { Insertable } from 'kysely';

import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import * as values from '#contract/v1/values.ts';
import type { Tables } from '#server/db/schema.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';
import type { StoredFields } from '#server/records/lead-values.ts';

import { type DemoClient, makeAddress, makeClient } from './demo-clients.ts';
import type { DemoDeal } from './demo-deals.ts';
import {
  type DemoRecord,
  makeHistory,
  pickAge,
  pickOwner,
  type Setting,
  type StatusStep,
} from './demo-records.ts';
import type { Random } from './random.ts';

/** A demo lead. */
export type DemoLead = DemoRecord<Insertable<Tables['leads']>>;

const born: StatusStep = { ...values.newLeadStatus, days: 0.6 };
/** The stages of leads; many are not ready for weeks before they go on. */
const usualStages: readonly StatusStep[] = [
  born,
  ...[1, 2, 3].map((count) => ({
    status: 'Attempting Contact',
    subStatus: `Attempting ${count}`,
    days: 1.2,
  })),
  { status: 'Not Progressing', subStatus: 'Not ready', days: 50 },
  { status: 'Work in progress', subStatus: 'Waiting on Customer', days: 4 },
  { status: 'Work in progress', subStatus: 'Doing Application', days: 2 },
];
/** The statuses of many leads; the other values are covered one by one. */
const usual: readonly Omit<StatusStep, 'days'>[] = [
  ...usualStages,
  { status: 'With Broker', subStatus: 'Call Back Customer' },
  { status: 'Unqualified', subStatus: 'Loan amount too low' },
  { status: 'Closed', subStatus: 'Got another loan facility' },
  { status: 'Duplicate', subStatus: 'Duplicate' },
];
const ended: ReadonlySet<string> = new Set(leadStatusesWaitingOn('nobody').statuses);
/** Leads that ended earlier, in minutes, have few changes: seeding has to be fast. */
const maxDetailedAge = 40 * 24 * 60;

/**
 * Returns the lead at an index, or the lead that became a deal; 70 of those without a deal cover
 * every status value as status and as sub-status. Some leads are sparse, some complete.
 */
export function makeLead(setting: Setting, index: number, deal?: DemoDeal): DemoLead {
  const { random, supportId } = setting;
  const client = deal?.client ?? makeClient(random, setting.companies);
  const owner = deal?.owner ?? pickOwner(setting);
  const present = deal ? values.convertedLeadStatus : pickStatus(random, index);
  const hasEnded = ended.has(present.status) || ended.has(present.subStatus);
  const presentAge = deal?.minutesAgo ?? pickAge(random, 5, hasEnded);
  const isRecent = presentAge < maxDetailedAge;
  const fullness = pickFullness(random, index);
  const fields: StoredFields = {
    ...makeLeadFields(random, client, fullness),
    ...(deal && { partnerLeadReferenceId: deal.reference }),
  };
  const { created, changes, minutesAgo } = makeHistory(setting, {
    owner,
    creator: { by: owner.accountId, via: 'portal' },
    passed: isRecent ? makePassedStages(random, present) : [born],
    present,
    presentAge,
    atEnd: {
      operator_fields: makeOperatorFields(random, supportId, fullness),
      ...(deal && { converted_deal_id: deal.row.id }),
    },
  });
  const row = { ...created, fields, search: leadSearchText(fields) };
  if (!isRecent || random.chance(0.5)) return { row, minutesAgo, changes };
  // The owner added notes later, and corrected the phone.
  const editedAgo = minutesAgo * (0.3 + 0.6 * random.fraction());
  const edit = {
    minutesAgo: editedAgo,
    by: owner.accountId,
    via: 'portal',
    set: { fields },
  } as const;
  const { notes: _notes, ...others } = fields;
  const former = { ...others, phone: client.place.phone(random) };
  return { row: { ...row, fields: former }, minutesAgo, changes: [...changes, edit] };
}

/** Returns which share of its fields a lead has: one in ten has only the required ones, one all. */
function pickFullness(random: Random, index: number): number {
  if (index % 10 === 3) return 0;
  return index % 10 === 7 ? 1 : 0.3 + random.fraction() * 0.5;
}

/** Returns a status; of the first seventy, every other one covers one value as each of the two. */
function pickStatus(random: Random, index: number) {
  const turn = Math.floor(index / 2);
  const [status, subStatus] = [leadStatuses[turn], leadStatuses[(turn + 11) % leadStatuses.length]];
  // Converted is reserved for leads that have a deal.
  if (index % 2 === 1 && status && subStatus)
    return { status: status === 'Converted' ? 'Closed' : status, subStatus };
  return random.pick(usual);
}

/** Returns the stages before the present one; of those before others, some are skipped. */
function makePassedStages(random: Random, { status, subStatus }: Omit<StatusStep, 'days'>) {
  if (status === values.newLeadStatus.status)
    return subStatus === values.newLeadStatus.subStatus ? [] : [born];
  const isPresent = (stage: StatusStep) => stage.status === status && stage.subStatus === subStatus;
  const at = usualStages.findIndex(isPresent);
  const [, ...before] = at === -1 ? usualStages : usualStages.slice(0, at);
  return [born, ...before.filter(() => random.chance(0.6))];
}

/** Returns the fields of a lead: the required ones, and others with the probability `fullness`. */
export function makeLeadFields(random: Random, client: DemoClient, fullness: number): StoredFields {
  const { place, firstName, lastName, companyName, email } = client;
  const others: StoredFields = {
    ...place.businessNumbers(random),
    tradingName: client.tradingName,
    industryCategory: client.industryCategory,
    industry: client.industry,
    businessStartDate: `${random.int(1998, 2024)}-0${random.int(1, 9)}-1${random.int(0, 9)}`,
    businessAddress: makeAddress(client, random),
    tradingAddress: makeAddress(client, random),
    physicalAddress: makeAddress(client, random),
    secondaryEmail: email.replace('@', '.home@'),
    secondaryPhone: place.phone(random),
    dateOfBirth: `${random.int(1955, 2003)}-1${random.int(0, 2)}-0${random.int(1, 9)}`,
    residentialAddress: makeAddress(client, random),
    citizenshipStatus: random.pick(values.citizenshipStatuses),
    homeOwner: random.pick(values.yesNo),
    soleDirector: random.pick(values.yesNo),
    driversLicenseNumber: random.digits(8),
    driverVersionNumber: random.digits(3),
    loanPurpose: random.pick(values.loanPurposes),
    averageMonthlyTurnover: random.int(4, 300) * 1_000,
    suitableProducts: values.suitableProducts.slice(0, random.int(1, 2)),
    callClientOrBroker: random.pick(values.callTargets),
    callOnBehalfOf: 'The broker desk',
    partnerLeadReferenceId: `REF-${random.int(10_000, 99_999)}`,
    documentId: `doc-${random.digits(8)}`,
    brokerContactName: 'Robin Vale',
    brokerContactEmail: 'robin.vale@brokers.test',
    brokerContactNumber: '+61491570156',
    notes: 'Seasonal trade, quiet in winter.\nPrefers a call in the morning.',
    partnerNotes: 'Came by recommendation of a client.',
  };
  // Brokers usually know these two.
  const known = { email, amountRequested: random.int(2, 60) * 5_000 };
  return {
    firstName,
    lastName,
    companyName,
    phone: place.phone(random),
    ...pickFields(random, known, fullness === 0 ? 0 : 0.9),
    ...pickFields(random, others, fullness),
  };
}

/** Returns the fields that only the operator’s side sets. */
function makeOperatorFields(random: Random, supportId: string, fullness: number) {
  const all = {
    delegateTo: { type: 'user', id: supportId },
    watchers: [{ type: 'user', id: supportId }],
    leadSource: random.pick(['Partner portal', 'Bulk upload', 'Referral']),
    loanType: random.pick(values.loanTypes),
    bankStatementsReceived: 'Yes',
    bankStatementsReceivedDate: '2026-10-12T03:20:00.000Z',
    bankStatementsVendorLink: `https://bank-data.test/${random.digits(10)}`,
    provisoLinkPdf: `https://bank-data.test/${random.digits(10)}.pdf`,
    applicationCompletedDate: '2026-10-14T22:05:00.000Z',
  };
  return pickFields(random, all, fullness);
}

/** Returns each of the fields with this probability. */
function pickFields<Value>(random: Random, fields: Readonly<Record<string, Value>>, share: number) {
  return Object.fromEntries(Object.entries(fields).filter(() => random.chance(share)));
}
