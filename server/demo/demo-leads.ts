import type { Insertable } from 'kysely';

import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import { type LeadStatus, leadStatuses } from '#contract/v1/lead-statuses.ts';
import {
  callTargets,
  citizenshipStatuses,
  convertedLeadStatus,
  loanPurposes,
  loanTypes,
  newLeadStatus,
  suitableProducts,
  yesNo,
} from '#contract/v1/values.ts';
import type { Tables } from '#server/db/schema.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';
import type { StoredFields } from '#server/records/lead-values.ts';

import { type DemoClient, makeAddress, makeClient } from './demo-clients.ts';
import type { DemoDeal } from './demo-deals.ts';
import { pickOwner, type Setting, toCreatedRow } from './demo-records.ts';
import type { Random } from './random.ts';
import {
  dateStages,
  getPresentAge,
  makeOperatorChanges,
  type PassedStage,
  type Sample,
  type SampleStage,
} from './sample-history.ts';

/** A demo lead. */
export type DemoLead = Sample<Insertable<Tables['leads']>>;

const born: PassedStage = { ...newLeadStatus, days: 0.6 };
const workedOn: readonly PassedStage[] = [
  { status: 'Work in progress', subStatus: 'Waiting on Customer', days: 4 },
  { status: 'Work in progress', subStatus: 'Doing Application', days: 2 },
];
/** Many leads are not ready for weeks before they go on. */
const paused: PassedStage = { status: 'Not Progressing', subStatus: 'Not ready', days: 50 };
/** The typical states of leads; the other values are covered one by one. */
const usual: readonly (readonly [LeadStatus, LeadStatus])[] = [
  ['New', 'Received'],
  ['Attempting Contact', 'Attempting 1'],
  ['Attempting Contact', 'Attempting 3'],
  ['Work in progress', 'Waiting on Customer'],
  ['Work in progress', 'Doing Application'],
  ['With Broker', 'Call Back Customer'],
  ['Not Progressing', 'Not ready'],
  ['Unqualified', 'Loan amount too low'],
  ['Closed', 'Got another loan facility'],
  ['Duplicate', 'Duplicate'],
  ['Not Progressing', 'No reason provided'],
  ['Unqualified', 'Term too short'],
];
const ended: ReadonlySet<string> = new Set(leadStatusesWaitingOn('nobody').statuses);
/** Leads that ended earlier, in minutes, have few changes: seeding has to be fast. */
const maxDetailedAge = 40 * 24 * 60;

/**
 * Returns the lead at an index, or the lead that became a deal; 70 of those without a deal cover
 * every status value as status and as sub-status. Some leads are sparse, some complete.
 */
export function makeLead(setting: Setting, index: number, deal?: DemoDeal): DemoLead {
  const { random, supportId, operatorId } = setting;
  const client = deal?.client ?? makeClient(random, setting.companies);
  const owner = deal?.owner ?? pickOwner(setting);
  const present = deal ? convertedLeadStatus : pickStatus(random, index);
  const hasEnded = [present.status, present.subStatus].some((value) => ended.has(value));
  const presentAge = deal?.minutesAgo ?? getPresentAge(random, 5, hasEnded);
  const passed = presentAge < maxDetailedAge ? makePassedStages(random, present) : [born];
  const stages = dateStages(random, passed, present, presentAge);
  const [first] = stages;
  // One lead in ten has only the required fields, one in ten has all fields.
  const fullness = index % 10 === 3 ? 0 : index % 10 === 7 ? 1 : 0.3 + random.fraction() * 0.5;
  const fields = {
    ...makeLeadFields(random, client, fullness),
    ...(deal && { partnerLeadReferenceId: deal.reference }),
  };
  const changes = makeOperatorChanges(random, stages, operatorId, {
    operator_fields: makeOperatorFields(random, supportId, fullness),
    ...(deal && { converted_deal_id: deal.row.id }),
  });
  const before = makeFormerFields(random, client, fields);
  const isEdited = presentAge < maxDetailedAge && random.chance(0.5);
  if (isEdited) {
    const minutesAgo = first.minutesAgo * (0.3 + 0.6 * random.fraction());
    changes.push({ minutesAgo, by: owner.accountId, via: 'portal', set: { fields } });
  }
  const row = {
    ...toCreatedRow(setting, owner, first, owner.accountId),
    fields: isEdited ? before : fields,
    created_via: 'portal',
    updated_via: 'portal',
    search: leadSearchText(fields),
  } as const;
  return { row, minutesAgo: first.minutesAgo, changes };
}

/** Returns a status; of the first seventy, every other one covers one value as each of the two. */
function pickStatus(random: Random, index: number) {
  const turn = Math.floor(index / 2);
  const [status, subStatus] = [leadStatuses[turn], leadStatuses[(turn + 11) % leadStatuses.length]];
  // Converted is reserved for leads that have a deal.
  if (index % 2 === 1 && status && subStatus)
    return { status: status === 'Converted' ? 'Closed' : status, subStatus };
  const [usualStatus, usualSubStatus] = random.pick(usual);
  return { status: usualStatus, subStatus: usualSubStatus };
}

/** Returns the stages before the present one. */
function makePassedStages(
  random: Random,
  { status, subStatus }: Omit<SampleStage, 'minutesAgo'>,
): PassedStage[] {
  if (status === newLeadStatus.status) return subStatus === newLeadStatus.subStatus ? [] : [born];
  const isAttempt = status === 'Attempting Contact';
  const count = isAttempt ? Number(/\d/.exec(subStatus)?.[0] ?? 1) - 1 : random.int(1, 3);
  const attempts = Array.from({ length: count }, (_, index) => ({
    status: 'Attempting Contact',
    subStatus: `Attempting ${index + 1}`,
    days: 1.2,
  }));
  const steps = isAttempt ? 0 : status === 'Converted' ? 2 : random.int(0, 2);
  const pauses = random.chance(0.45) ? [paused] : [];
  return [born, ...attempts, ...pauses, ...workedOn.slice(0, steps)].filter(
    (stage) => stage.status !== status || stage.subStatus !== subStatus,
  );
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
    citizenshipStatus: random.pick(citizenshipStatuses),
    homeOwner: random.pick(yesNo),
    soleDirector: random.pick(yesNo),
    driversLicenseNumber: random.digits(8),
    driverVersionNumber: random.digits(3),
    loanPurpose: random.pick(loanPurposes),
    averageMonthlyTurnover: random.int(4, 300) * 1_000,
    suitableProducts: suitableProducts.slice(0, random.int(1, 2)),
    callClientOrBroker: random.pick(callTargets),
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
    loanType: random.pick(loanTypes),
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

/** Returns the fields of a lead before its owner corrected some of them and added notes. */
function makeFormerFields(random: Random, client: DemoClient, fields: StoredFields): StoredFields {
  const { notes: _notes, ...others } = fields;
  return {
    ...others,
    ...('amountRequested' in fields && { amountRequested: random.int(2, 60) * 5_000 }),
    ...(random.chance(0.5) && { phone: client.place.phone(random) }),
  };
}
