import * as z from 'zod/mini';

import { keysOf, mapValues } from '#contract/typed-objects.ts';

import {
  address,
  addressResponse,
  addressSchema,
  type AddressField,
  type AddressInput,
} from './addresses.ts';
import {
  choice,
  choices,
  email,
  jsonSchema,
  notes,
  number,
  pastDate,
  phone,
  required,
  text,
  type Field,
  type Input,
  type Mode,
} from './fields.ts';
import { brokerResponse, brokerRepResponse, record, unspecified, userResponse } from './records.ts';
import * as values from './values.ts';

/**
 * Every lead creation field, most used first. This is the order of the form and of the CSV
 * template.
 */
export const leadFields = {
  firstName: required(text('First name', 100), 'Enter a first name.'),
  lastName: required(text('Last name', 100), 'Enter a last name.'),
  companyName: required(text('Company name', 100), 'Enter a company name.'),
  phone: required(phone('Phone'), 'Enter a phone number.'),
  email: email('Email'),
  amountRequested: number('Amount requested'),
  loanPurpose: choice('Loan purpose', values.loanPurposes),
  suitableProducts: choices('Suitable products', values.suitableProducts),
  averageMonthlyTurnover: number('Average monthly turnover'),
  callClientOrBroker: choice('Call client or broker', values.callTargets),
  partnerLeadReferenceId: text('Your reference'),
  tradingName: text('Trading name', 100),
  abn: text('ABN'),
  acn: text('ACN'),
  nzbn: text('NZBN'),
  crn: text('CRN'),
  uen: text('UEN'),
  industryCategory: text('Industry category'),
  industry: text('Industry'),
  businessStartDate: pastDate('Business start date'),
  businessAddress: address('Business address'),
  tradingAddress: address('Trading address'),
  physicalAddress: address('Physical address'),
  secondaryPhone: phone('Secondary phone'),
  secondaryEmail: email('Secondary email'),
  dateOfBirth: pastDate('Date of birth'),
  residentialAddress: address('Residential address'),
  citizenshipStatus: choice('Citizenship status', values.citizenshipStatuses),
  homeOwner: choice('Home owner', values.yesNo),
  soleDirector: choice('Sole director', values.yesNo),
  driversLicenseNumber: text('Driver’s licence number'),
  driverVersionNumber: text('Driver’s licence version number'),
  documentId: text('Bank data document ID'),
  callOnBehalfOf: text('Call on behalf of'),
  brokerContactName: text('Broker contact name', 100),
  brokerContactEmail: email('Broker contact email'),
  brokerContactNumber: phone('Broker contact phone'),
  brokerId: text('Partner ID'),
  brokerRepId: text('Contact ID'),
  notes: notes('Notes'),
  partnerNotes: notes('Partner notes'),
};
export type LeadFields = typeof leadFields;
export type LeadFieldName = keyof LeadFields;
export const leadFieldNames = keysOf(leadFields);

type InputOf<F> = F extends AddressField ? AddressInput : Input<F>;
type RequiredName = {
  [K in LeadFieldName]: LeadFields[K] extends Field<unknown, true> ? K : never;
}[LeadFieldName];

/**
 * The fields of a creation: the required ones, and any of the others. null and absent are the same.
 */
export type LeadCreateFields = { [K in RequiredName]: Input<LeadFields[K]> } & {
  [K in Exclude<LeadFieldName, RequiredName>]?: InputOf<LeadFields[K]> | undefined;
};
/** The fields of an update. An absent field keeps its value; null clears a field. */
export type LeadUpdateFields = {
  [K in LeadFieldName]?: InputOf<LeadFields[K]> | undefined;
};

function fieldSchema(field: LeadFields[LeadFieldName], mode: Mode): z.ZodMiniType {
  const schema =
    field.kind === 'address' ? addressSchema(field, mode) : jsonSchema<unknown>(field, mode);
  return mode === 'create' && field.required ? schema : z.optional(schema);
}

function input<F>(mode: Mode): z.ZodMiniType<{ fields: F }> {
  const shape = mapValues(leadFields, (field: LeadFields[LeadFieldName]) =>
    fieldSchema(field, mode),
  );
  const schema: z.ZodMiniType = z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? 'This field is read-only or not a lead field.'
        : 'Send the lead’s fields as an object.',
  });
  // `shape` has the schema of every field, but the compiler can't infer which is whose.
  const fields = schema as z.ZodMiniType<F>;
  return z.strictObject(
    { fields },
    { error: () => 'Send a JSON object with one member, "fields".' },
  );
}

// Built on first use: the portal's first page only reads leads, and should not wait for schemas
// that only forms need.
/** The body of a lead creation: `{fields}`. */
export const leadCreate = z.lazy(() => input<LeadCreateFields>('create'));
/** The body of a lead update: `{fields}` with only the fields to change. */
export const leadUpdate = z.lazy(() => input<LeadUpdateFields>('update'));

/**
 * Every field of a lead in a response: the fields of the specification's table, then the creation
 * fields that the table omits.
 */
export const leadResponseFields = z.object({
  status: z.string(),
  subStatus: z.string(),
  statusSinceDate: z.string(),
  subStatusSinceDate: z.string(),
  watchers: z.array(z.unknown()),
  delegateTo: z.nullable(userResponse),
  lastActivityDate: z.nullable(z.string()),
  lastCallDate: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  tradingName: z.string(),
  broker: z.nullable(brokerResponse),
  brokerRep: z.nullable(brokerRepResponse),
  residentialAddress: addressResponse,
  businessAddress: addressResponse,
  physicalAddress: addressResponse,
  tradingAddress: addressResponse,
  nzbn: z.nullable(z.string()),
  phone: z.string(),
  secondaryPhone: z.string(),
  email: z.string(),
  secondaryEmail: z.string(),
  bankStatementsUpdateLink: z.string(),
  bankStatementsVendorLink: z.string(),
  provisoLinkPdf: z.string(),
  applicationLink: z.string(),
  bankStatementsReceived: z.string(),
  bankStatementsReceivedDate: z.nullable(z.string()),
  industryCategory: z.string(),
  industry: z.string(),
  dateOfBirth: z.string(),
  businessStartDate: z.string(),
  driversLicenseNumber: z.string(),
  driverVersionNumber: z.string(),
  citizenshipStatus: z.string(),
  soleDirector: z.string(),
  homeOwner: z.string(),
  loanPurpose: z.string(),
  averageMonthlyTurnover: z.string(),
  amountRequested: z.string(),
  callClientOrBroker: z.string(),
  documentId: z.string(),
  applicationCompleted: unspecified,
  applicationCompletedDate: z.nullable(z.string()),
  internalBdmUser: unspecified,
  loanType: z.nullable(z.string()),
  suitableProducts: z.array(z.string()),
  leadSource: z.string(),
  numberOfCallsMade: z.number(),
  callOnBehalfOf: z.string(),
  partnerLeadReferenceId: z.string(),
  convertedDealId: z.string(),
  brokerId: z.string(),
  brokerRepId: z.string(),
  abn: z.string(),
  acn: z.string(),
  crn: z.string(),
  uen: z.string(),
  brokerContactEmail: z.string(),
  brokerContactName: z.string(),
  brokerContactNumber: z.string(),
  notes: z.string(),
  partnerNotes: z.string(),
});
export type LeadResponseFields = z.infer<typeof leadResponseFields>;
export type LeadResponseFieldName = keyof LeadResponseFields;

/** One lead, as in the responses of `GET /lead/{leadid}` and, per row, `GET /lead`. */
export const lead = record(leadResponseFields);
export type Lead = z.infer<typeof lead>;

/** The response to the creation of a lead. */
export const leadCreateResponse = z.object({
  id: z.string(),
  fields: z.object({
    bankStatementsUpdateLink: z.string(),
    applicationLink: z.string(),
    partnerLeadReferenceId: z.string(),
  }),
});
export type LeadCreateResponse = z.infer<typeof leadCreateResponse>;
