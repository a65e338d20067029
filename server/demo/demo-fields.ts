import { countries } from '#contract/v1/countries.ts';
import { leadCreate, type LeadCreateFields } from '#contract/v1/leads.ts';
import { foldText } from '#server/db/search-words.ts';

import type { DemoRecord } from './demo-records.ts';

/** By the beginning of a phone: the country, and how names of companies end. */
const places = [
  ['+61', countries.AU.name, 'Pty Ltd'],
  ['+64', countries.NZ.name, 'Limited'],
  ['+44', countries.GB.name, 'Ltd'],
  ['+65', countries.SG.name, 'Pte. Ltd.'],
] as const;

/** The state or region and the postcode of each city. */
const cities: Readonly<Record<string, readonly [string | undefined, string]>> = {
  Sydney: ['NSW', '2000'],
  Melbourne: ['VIC', '3000'],
  Geelong: ['VIC', '3220'],
  Brisbane: ['QLD', '4000'],
  Auckland: ['Auckland', '1010'],
  Whangārei: ['Northland', '0110'],
  Dunedin: ['Otago', '9016'],
  London: ['Greater London', 'EC1A 1BB'],
  Leeds: ['West Yorkshire', 'LS1 4AP'],
  Singapore: [undefined, '238801'],
};

/** By the last word of a company: the category, the industry, and what its loans are for. */
const trades: Readonly<Record<string, readonly [string, string, string]>> = {
  Roasters: ['Hospitality', 'Cafés and coffee', 'Equipment Purchase'],
  Haulage: ['Transport', 'Road freight', 'Equipment Purchase'],
  Dental: ['Health care', 'Dentists', 'Renovation'],
  Electrical: ['Construction', 'Electricians', 'Working Capital / Cashflow'],
  Landscapes: ['Construction', 'Landscaping', 'Working Capital / Cashflow'],
  Bakery: ['Hospitality', 'Bakeries', 'Expansion & Growth'],
  Outfitters: ['Retail', 'Clothing', 'Inventory / Stock Purchase'],
  Gas: ['Construction', 'Plumbers', 'Paying off a Business Debt'],
};

const numbersByLength: Readonly<Record<number, string>> = {
  8: 'crn',
  9: 'acn',
  10: 'uen',
  11: 'abn',
  13: 'nzbn',
};

/** The fields that all completed forms share. */
const others = {
  businessStartDate: '2011-03-14',
  secondaryPhone: '+61491570156',
  dateOfBirth: '1979-11-05',
  citizenshipStatus: 'Citizen',
  homeOwner: 'Yes',
  soleDirector: 'No',
  driversLicenseNumber: '40172358',
  driverVersionNumber: '204',
  averageMonthlyTurnover: 62_000,
  suitableProducts: ['LOC', 'Business Loan'],
  callClientOrBroker: 'Call Client',
  callOnBehalfOf: 'The broker desk',
  documentId: 'doc-58120346',
  brokerContactName: 'Robin Vale',
  brokerContactEmail: 'robin.vale@brokers.test',
  brokerContactNumber: '+61491570156',
  partnerNotes: 'Came by recommendation of a client.',
};

/** Returns the partner’s own reference. */
export const getReference = ({ phone }: DemoRecord): string => `REF-${phone.slice(-5)}`;

/** Returns the name of the company with how such names end in its country. */
export const getCompanyName = (record: DemoRecord): string =>
  `${record.company} ${findPlace(record)[2]}`;

const findPlace = ({ phone }: DemoRecord) =>
  places.find(([prefix]) => phone.startsWith(prefix)) ?? places[0];

/** Returns the amount that was asked for, and what the deal is for in the end. */
export function readAmounts({ amount }: DemoRecord) {
  const [first = null, last = first] = amount === '' ? [] : amount.split(', ');
  return [first, last] as const;
}

/**
 * Returns the fields of a lead, as the form sends them.
 * @throws ZodError if the interface rejects them
 */
export function makeLeadFields(record: DemoRecord): LeadCreateFields {
  const { client, company, phone, number, form, notes } = record;
  const [, firstName = '', lastName = ''] = /^(Wei Ling|Jun Hao|\S+) (.+)$/.exec(client) ?? [];
  const [amount] = readAmounts(record);
  const required = { firstName, lastName, companyName: getCompanyName(record), phone };
  const address = makeAddress(record);
  const email = `${toAscii(firstName)}.${toAscii(lastName)}@${toAscii(company)}.test`;
  const [industryCategory, industry, loanPurpose] = trades[company.split(' ').at(-1) ?? ''] ?? [];
  const fields = {
    ...required,
    ...(amount !== null && { amountRequested: Number(amount) }),
    ...(address && {
      email,
      businessAddress: address,
      tradingName: company,
      industryCategory,
      industry,
      loanPurpose,
    }),
    ...(number !== '' && { [numbersByLength[number.length] ?? '']: number }),
    ...(form === 'all' && {
      ...others,
      tradingAddress: address,
      physicalAddress: address,
      residentialAddress: address,
      secondaryEmail: email.replace('@', '.home@'),
    }),
    ...((form === 'all' || record.deal !== '') && { partnerLeadReferenceId: getReference(record) }),
    ...(notes !== '' && { notes }),
  };
  return leadCreate.parse({ fields }).fields;
}

function makeAddress(record: DemoRecord) {
  if (record.address === '') return undefined;
  const [addressLine1 = '', city = ''] = record.address.split(', ');
  const [state, zipCode] = cities[city] ?? [];
  return { addressLine1, city, state, zipCode, country: findPlace(record)[1] };
}

/** Returns a name in the characters of an email address. */
const toAscii = (name: string): string => foldText(name).replaceAll(/[^a-z]+/g, '');
