import * as z from 'zod/mini';

import { listKeys, mapValues } from '#contract/typed-objects.ts';

import { address, addressSchema, type AddressField, type AddressInput } from './addresses.ts';
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
import { leadLabels } from './lead-labels.ts';
import * as values from './values.ts';

/**
 * Every lead creation field, most used first. This is the order of the form and of the CSV
 * template.
 */
export const leadFields = {
  firstName: required(text(leadLabels.firstName, 100), 'Enter a first name.'),
  lastName: required(text(leadLabels.lastName, 100), 'Enter a last name.'),
  companyName: required(text(leadLabels.companyName, 100), 'Enter a company name.'),
  phone: required(phone(leadLabels.phone), 'Enter a phone number.'),
  email: email(leadLabels.email),
  amountRequested: number(leadLabels.amountRequested),
  loanPurpose: choice(leadLabels.loanPurpose, values.loanPurposes),
  suitableProducts: choices(leadLabels.suitableProducts, values.suitableProducts),
  averageMonthlyTurnover: number(leadLabels.averageMonthlyTurnover),
  callClientOrBroker: choice(leadLabels.callClientOrBroker, values.callTargets),
  partnerLeadReferenceId: text(leadLabels.partnerLeadReferenceId),
  tradingName: text(leadLabels.tradingName, 100),
  abn: text(leadLabels.abn),
  acn: text(leadLabels.acn),
  nzbn: text(leadLabels.nzbn),
  crn: text(leadLabels.crn),
  uen: text(leadLabels.uen),
  industryCategory: text(leadLabels.industryCategory),
  industry: text(leadLabels.industry),
  businessStartDate: pastDate(leadLabels.businessStartDate),
  businessAddress: address(leadLabels.businessAddress),
  tradingAddress: address(leadLabels.tradingAddress),
  physicalAddress: address(leadLabels.physicalAddress),
  secondaryPhone: phone(leadLabels.secondaryPhone),
  secondaryEmail: email(leadLabels.secondaryEmail),
  dateOfBirth: pastDate(leadLabels.dateOfBirth),
  residentialAddress: address(leadLabels.residentialAddress),
  citizenshipStatus: choice(leadLabels.citizenshipStatus, values.citizenshipStatuses),
  homeOwner: choice(leadLabels.homeOwner, values.yesNo),
  soleDirector: choice(leadLabels.soleDirector, values.yesNo),
  driversLicenseNumber: text(leadLabels.driversLicenseNumber),
  driverVersionNumber: text(leadLabels.driverVersionNumber),
  documentId: text(leadLabels.documentId),
  callOnBehalfOf: text(leadLabels.callOnBehalfOf),
  brokerContactName: text(leadLabels.brokerContactName, 100),
  brokerContactEmail: email(leadLabels.brokerContactEmail),
  brokerContactNumber: phone(leadLabels.brokerContactNumber),
  brokerId: text(leadLabels.brokerId),
  brokerRepId: text(leadLabels.brokerRepId),
  notes: notes(leadLabels.notes),
  partnerNotes: notes(leadLabels.partnerNotes),
};
export type LeadFields = typeof leadFields;
export type LeadFieldName = keyof LeadFields;
export const leadFieldNames = listKeys(leadFields);

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

/** The letters and digits of a reference: none that is easily confused with another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random bytes that {@link leadReference} needs. */
export const leadReferenceBytes = 12;

/**
 * Returns a `partnerLeadReferenceId`, such as `P-7K3F9Q-2M4XVB`, for a lead that has none. If the
 * response to the lead's submission is lost, the lead is found again by this reference. The
 * reference is short enough to be read aloud, and its 60 random bits make a collision unlikely.
 */
export function leadReference(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, leadReferenceBytes), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  ).join('');
  return `P-${letters.slice(0, 6)}-${letters.slice(6)}`;
}

/** Returns whether a text is a reference of the form that {@link leadReference} makes. */
export const isLeadReference = (one: string): boolean => /^P-[0-9A-Z]{6}-[0-9A-Z]{6}$/.test(one);
