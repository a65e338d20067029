import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { addressParts } from './addresses.ts';
import { attachment } from './attachments.ts';
import { deal } from './deals.ts';
import { v1 } from './endpoints.ts';
import { receivedError } from './errors.ts';
import { lead, leadCreateResponse } from './lead-records.ts';
import { leadStatuses } from './lead-statuses.ts';
import { leadCreate, leadFields, leadUpdate } from './leads.ts';
import { addressResponse } from './records.ts';
import { dealEnds, dealPath, dealStatuses, dealSubStatuses } from './values.ts';

/**
 * The specification's tables, typed again from its text as plain data. The contract is tested
 * against these tables.
 */
const words = (text: string) => text.trim().split(/[\s,]+/);

const envelope = words('id createdAt createdBy updatedAt updatedBy fields');

/** "Lead record fields (as returned)": name → type, `?` for "or null". */
const leadRecord: Record<string, string> = {
  ...typed('string', 'status subStatus statusSinceDate subStatusSinceDate'),
  watchers: 'array',
  delegateTo: 'object?',
  ...typed('string?', 'lastActivityDate lastCallDate'),
  ...typed('string', 'firstName lastName companyName tradingName'),
  ...typed('object?', 'broker brokerRep'),
  ...typed('object', 'residentialAddress businessAddress physicalAddress tradingAddress'),
  nzbn: 'string?',
  ...typed('string', 'phone secondaryPhone email secondaryEmail'),
  ...typed(
    'string',
    'bankStatementsUpdateLink bankStatementsVendorLink provisoLinkPdf applicationLink',
  ),
  bankStatementsReceived: 'string',
  bankStatementsReceivedDate: 'string?',
  ...typed('string', 'industryCategory industry dateOfBirth businessStartDate'),
  ...typed('string', 'driversLicenseNumber driverVersionNumber citizenshipStatus'),
  ...typed('string', 'soleDirector homeOwner loanPurpose averageMonthlyTurnover amountRequested'),
  ...typed('string', 'callClientOrBroker documentId'),
  applicationCompleted: 'unknown?',
  applicationCompletedDate: 'string?',
  internalBdmUser: 'unknown?',
  loanType: 'string?',
  suitableProducts: 'array',
  leadSource: 'string',
  numberOfCallsMade: 'number',
  ...typed('string', 'callOnBehalfOf partnerLeadReferenceId convertedDealId'),
};

/** "Deal record fields (as returned)". */
const dealRecord: Record<string, string> = {
  ...typed('string', 'status subStatus statusSinceDate subStatusSinceDate'),
  watchers: 'array',
  ...typed('string?', 'lastActivityDate lastCallDate'),
  name: 'string',
  customer: 'object?',
  callClientOrBroker: 'string',
  ...typed('object?', 'broker brokerRep'),
  loanType: 'string?',
  ...typed(
    'unknown?',
    `internalBdmUser omNumberOfPayments omPaybackAmount omTermDays omDeclineReasons
     omCollectionFrequency omPrincipalAmount omAdvanceID omDateFunded omAdvanceType sfid`,
  ),
  amount: 'string',
  numberOfCallsMade: 'number',
  ...typed('string?', 'bankStatementsVendorLink bankStatementsUpdateLink applicationLink'),
  ...typed('string', 'callOnBehalfOf partnerLeadReferenceId'),
};

/** "Lead creation input fields". */
const creation: Record<string, string> = {
  ...typed('string', 'brokerId brokerRepId companyName firstName lastName abn acn crn nzbn uen'),
  callClientOrBroker: 'Call Client | Call Broker',
  ...typed('number', 'amountRequested averageMonthlyTurnover'),
  ...typed('string', 'brokerContactName'),
  ...typed('email', 'brokerContactEmail email secondaryEmail'),
  ...typed('phone', 'brokerContactNumber phone secondaryPhone'),
  ...typed('address', 'businessAddress physicalAddress residentialAddress tradingAddress'),
  ...typed('date', 'businessStartDate dateOfBirth'),
  citizenshipStatus: 'Permanent Resident | Temporary Resident | Citizen',
  ...typed('string', 'callOnBehalfOf documentId driversLicenseNumber driverVersionNumber'),
  ...typed('Yes | No', 'homeOwner soleDirector'),
  ...typed('string', 'industry industryCategory notes partnerNotes partnerLeadReferenceId'),
  loanPurpose:
    'Equipment Purchase | Inventory / Stock Purchase | Expansion & Growth | Working Capital / Cashflow | Paying off a Business Debt | Renovation | Other',
  suitableProducts: 'LOC | 2nd Mortgage | Business Loan',
  tradingName: 'string',
};

const leadValues =
  'Closed, Duplicate, Do not contact, Unqualified, Unreachable, Wrong details, Converted, Banks In, New, Received, Pending Duplicate Review, Attempting Contact, Attempting 1, Attempting 2, Attempting 3, Attempting 4, Attempting 5, Attempting 6, Attempting 7, Attempting 8, Difficulty Contacting, Waiting on Customer, Call Back Customer, Doing Application, Customer requested email only, Work in progress, With Broker, Not Progressing, No longer Required, Not ready, No reason provided, Cost, Got another loan facility, Term too short, Loan amount too low'.split(
    ', ',
  );

const dealTable: readonly (readonly [string, string])[] = [
  ['Application Received', 'Banks In'],
  ['In Progress', 'Under Review, Scrubbing, Scrubbing Complete, Submitted to Credit'],
  [
    'Additional Info Required',
    'Pending info - with customer, Pending info - with ISO, Pending info',
  ],
  ['Approved', 'Pending Stips, Pending Presentation, Offer Made, With ISO'],
  ['Contract Requested', 'Contract Requested, Contract Pending Info'],
  [
    'Contract Draft',
    'Contract Drafting, Contract Drafted, Contract Draft - Pending Info, Pre-Send Review',
  ],
  ['Contracts Sent', 'Contract Sent, Sent by SS, Sent by DS, DS Contract Viewed, No Response'],
  [
    'Pending Settlement',
    'Contract Signed, Pre-Final Review, Pre-Final Review - Pending Info, Final Review, Final Review Working, Final Review - Pending Info, Pending Funding Call - Awaiting Stips, Pending Funding Call, Funding Call Complete, Funding Waiting Approval',
  ],
  ['Settled', 'Performing, Not performing, Defaulted, Closed'],
  [
    'Withdrawn',
    'Term too short, Cost, No longer Required, Loan Amount Too Low, Got another loan facility, Not Ready, No reason provided',
  ],
  ['On Hold', 'On Hold, On Hold - Credit, On Hold - Customer'],
  [
    'Declined',
    'Time in business too short, Revenue too low, Serviceability, Credit History, Bank statement conduct, ATO debt, Other debts, Not a business, High risk industry, Prohibited industry, Insufficient Documentation, Integrity of applicants, Has competitor loan, Rejected By Credit, Customer Declined',
  ],
];

function typed(type: string, names: string): Record<string, string> {
  return Object.fromEntries(words(names).map((name) => [name, type]));
}

/** Returns the type of a schema, in the words of the tables above. */
function typeOf(schema: unknown): string {
  if (schema instanceof z.ZodMiniNullable) return `${typeOf(schema._zod.def.innerType)}?`;
  return schema instanceof z.ZodMiniType ? schema._zod.def.type : 'unknown';
}

function typesOf(shape: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, typeOf(schema)]));
}

describe('the contract agrees with the specification', () => {
  it('has the same envelope for every record', () => {
    for (const schema of [lead, deal, attachment])
      expect(Object.keys(schema.shape)).toEqual(envelope);
  });

  it('returns every lead field, then the creation fields that the lead table does not list', () => {
    const answered = typesOf(lead.shape.fields.shape);
    expect(answered).toMatchObject(leadRecord);
    const added = Object.keys(answered).filter((name) => !(name in leadRecord));
    expect(added.toSorted()).toEqual(
      words(
        'abn acn brokerContactEmail brokerContactName brokerContactNumber brokerId brokerRepId crn notes partnerNotes uen',
      ),
    );
  });

  it('returns every deal field and no other', () => {
    expect(typesOf(deal.shape.fields.shape)).toEqual(dealRecord);
  });

  it('returns people, partners, addresses and attachments in their specified shapes', () => {
    expect(keysOf(lead.shape.fields.shape.broker)).toEqual(words('id name'));
    expect(keysOf(lead.shape.fields.shape.brokerRep)).toEqual(words('id firstName lastName'));
    expect(keysOf(lead.shape.fields.shape.delegateTo)).toEqual(words('type id'));
    expect(keysOf(deal.shape.fields.shape.customer)).toEqual(words('id name'));
    const address = words('addressLine1 addressLine2 country city state zipCode');
    expect(Object.keys(addressParts).toSorted()).toEqual(address.toSorted());
    expect(Object.keys(addressResponse.shape).toSorted()).toEqual(
      [...address, 'fullAddress'].toSorted(),
    );
    expect(Object.keys(attachment.shape.fields.shape)).toEqual(
      words('fileName type entityType entityId'),
    );
    expect(Object.keys(leadCreateResponse.shape)).toEqual(['id', 'fields']);
    expect(Object.keys(leadCreateResponse.shape.fields.shape)).toEqual(
      words('bankStatementsUpdateLink applicationLink partnerLeadReferenceId'),
    );
    expect(receivedError.safeParse({ error: 'A short message.' }).success).toBe(true);
  });

  it('accepts every creation field, with its kind and values, and no other', () => {
    const taken = Object.entries(leadFields).map(([name, field]) => {
      if ('values' in field && field.values) return [name, field.values.join(' | ')];
      return [name, field.kind === 'text' || field.kind === 'notes' ? 'string' : field.kind];
    });
    expect(Object.fromEntries(taken)).toEqual(creation);
  });

  it('has the 35 lead values and the 12 deal statuses with exactly their sub-statuses', () => {
    expect(leadStatuses).toEqual(leadValues);
    expect(leadValues).toHaveLength(35);
    expect(
      Object.entries(dealSubStatuses).map(([status, subs]) => [status, subs.join(', ')]),
    ).toEqual(dealTable);
    expect(dealStatuses).toHaveLength(12);
    expect(dealPath.at(0)).toBe('Application Received');
    expect(dealPath.at(-1)).toBe('Settled');
    expect(dealPath.length).toBe(9);
    expect([...dealPath, ...dealEnds]).toEqual(dealStatuses);
  });

  it('has the seven operations at their paths', () => {
    expect(Object.values(v1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/lead/:id',
      'GET /api/v1/lead',
      'POST /api/v1/lead',
      'PATCH /api/v1/LEAD/:id',
      'POST /api/v1/attachment',
      'GET /api/v1/deal/:id',
      'GET /api/v1/deal',
    ]);
  });

  it('applies the three input rules', () => {
    const base = {
      firstName: 'Ada',
      lastName: 'Sample',
      companyName: 'Kiosk',
      phone: '+61491570156',
    };
    const validate = (fields: object) =>
      leadCreate.safeParse({ fields: { ...base, ...fields } }).success;
    expect(validate({})).toBe(true);
    expect(validate({ lastName: undefined, firstName: 'Ada Sample' })).toBe(false);
    expect(validate({ phone: '0491570156' })).toBe(false);
    expect(validate({ amountRequested: 50_000 })).toBe(true);
    expect(validate({ amountRequested: '$50,000' })).toBe(false);
  });

  it('can update every creation field', () => {
    for (const name of Object.keys(creation))
      expect(leadUpdate.safeParse({ fields: { [name]: null } }).success, name).toBe(
        !['firstName', 'lastName', 'companyName', 'phone'].includes(name),
      );
  });
});

function keysOf(schema: z.ZodMiniNullable<z.ZodMiniObject>): string[] {
  return Object.keys(schema._zod.def.innerType.shape);
}
