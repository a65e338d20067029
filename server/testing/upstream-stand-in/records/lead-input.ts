import { StandInError } from './stand-in-error.ts';

/** The valid values of a lead creation field. */
interface Kind {
  readonly description: string;
  readonly isRight: (value: unknown) => boolean;
}

/** The parts of an address, in writing order. */
export const addressParts = [
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
] as const;

const text: Kind = { description: 'a string', isRight: (value) => typeof value === 'string' };
const number: Kind = { description: 'a number', isRight: (value) => typeof value === 'number' };
const phone: Kind = {
  description: 'a phone number that starts with + and the country code',
  isRight: (value) => typeof value === 'string' && /^\+\d/.test(value),
};
const date: Kind = {
  description: 'a date or date-time',
  isRight: (value) =>
    typeof value === 'string' && /^\d{4}-/.test(value) && !isNaN(Date.parse(value)),
};
const address: Kind = {
  description: `an object of the strings ${addressParts.join(', ')}`,
  isRight: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([part, content]) =>
        addressParts.some((known) => known === part) && (content === null || text.isRight(content)),
    ),
};
const readOne = (...values: readonly string[]): Kind => ({
  description: `one of ${values.join(', ')}`,
  isRight: (value) => values.some((known) => known === value),
});
const readSome = (...values: readonly string[]): Kind => ({
  description: `an array of ${values.join(', ')}`,
  isRight: (value) => Array.isArray(value) && value.every(readOne(...values).isRight),
});
const yesOrNo = readOne('Yes', 'No');

/** The lead creation input fields, as the specification’s table lists them. */
const kinds: Readonly<Record<string, Kind>> = {
  brokerId: text,
  brokerRepId: text,
  callClientOrBroker: readOne('Call Client', 'Call Broker'),
  companyName: text,
  firstName: text,
  lastName: text,
  abn: text,
  acn: text,
  crn: text,
  nzbn: text,
  uen: text,
  amountRequested: number,
  averageMonthlyTurnover: number,
  brokerContactEmail: text,
  brokerContactName: text,
  brokerContactNumber: phone,
  businessAddress: address,
  physicalAddress: address,
  residentialAddress: address,
  tradingAddress: address,
  businessStartDate: date,
  dateOfBirth: date,
  callOnBehalfOf: text,
  citizenshipStatus: readOne('Permanent Resident', 'Temporary Resident', 'Citizen'),
  documentId: text,
  driversLicenseNumber: text,
  driverVersionNumber: text,
  email: text,
  secondaryEmail: text,
  homeOwner: yesOrNo,
  soleDirector: yesOrNo,
  industry: text,
  industryCategory: text,
  loanPurpose: readOne(
    'Equipment Purchase',
    'Inventory / Stock Purchase',
    'Expansion & Growth',
    'Working Capital / Cashflow',
    'Paying off a Business Debt',
    'Renovation',
    'Other',
  ),
  notes: text,
  partnerNotes: text,
  partnerLeadReferenceId: text,
  phone,
  secondaryPhone: phone,
  suitableProducts: readSome('LOC', '2nd Mortgage', 'Business Loan'),
  tradingName: text,
};

/** Lead creation fields as sent, each of them known and of the right kind, or null: no value. */
export type LeadInput = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a creation or an update. Where the specification is silent: no field is
 * required, an unlisted field is ignored, `null` and `""` mean no value.
 * @throws {@link StandInError} 400 that names the first invalid field.
 */
export function readLeadInput(sent: unknown): LeadInput {
  if (!isObject(sent)) throw new StandInError(400, 'The fields of the lead are missing.');
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(kinds, name));
  return Object.fromEntries(
    known.map(([name, value]) => {
      if (value === null || value === '') return [name, null];
      const kind = kinds[name];
      if (!kind?.isRight(value))
        throw new StandInError(400, `${name} is not ${kind?.description}.`);
      return [name, value];
    }),
  );
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
