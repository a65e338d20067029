import { addressParts, isObject, type LeadInput } from './lead-input.ts';

const noAddress = {
  ...Object.fromEntries(addressParts.map((part) => [part, ''])),
  fullAddress: '',
};

/**
 * The fields of a new lead without values, except its owner: `""` where the specification says
 * string, `null` where it says null. The specification names no initial status.
 */
export const emptyLeadFields = {
  status: 'New',
  subStatus: 'Received',
  watchers: [],
  lastActivityDate: null,
  lastCallDate: null,
  firstName: '',
  lastName: '',
  companyName: '',
  tradingName: '',
  residentialAddress: noAddress,
  businessAddress: noAddress,
  physicalAddress: noAddress,
  tradingAddress: noAddress,
  nzbn: null,
  phone: '',
  secondaryPhone: '',
  email: '',
  secondaryEmail: '',
  bankStatementsUpdateLink: '',
  bankStatementsVendorLink: '',
  provisoLinkPdf: '',
  applicationLink: '',
  bankStatementsReceived: 'No',
  bankStatementsReceivedDate: null,
  industryCategory: '',
  industry: '',
  dateOfBirth: '',
  businessStartDate: '',
  driversLicenseNumber: '',
  driverVersionNumber: '',
  citizenshipStatus: '',
  soleDirector: '',
  homeOwner: '',
  loanPurpose: '',
  averageMonthlyTurnover: '',
  amountRequested: '',
  callClientOrBroker: '',
  documentId: '',
  applicationCompleted: null,
  applicationCompletedDate: null,
  internalBdmUser: null,
  loanType: null,
  suitableProducts: [],
  leadSource: '',
  numberOfCallsMade: 0,
  callOnBehalfOf: '',
  partnerLeadReferenceId: '',
  convertedDealId: '',
} as const;

/**
 * Returns input fields as a record shows them: amounts with two decimals, dates as YYYY-MM-DD,
 * addresses with `fullAddress`. Omits fields that the lead table does not list, and the ids of
 * partner and contact, which records show by name.
 */
export function asShown(input: LeadInput): Readonly<Record<string, unknown>> {
  const listed = Object.entries(input).filter(([name]) => Object.hasOwn(emptyLeadFields, name));
  return Object.fromEntries(listed.map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: unknown): unknown {
  if (value === null) return emptyLeadFields[name as keyof typeof emptyLeadFields];
  if (typeof value === 'number') return value.toFixed(2);
  if (isObject(value)) return shownAddress(value);
  const isDate = name === 'dateOfBirth' || name === 'businessStartDate';
  return isDate && typeof value === 'string' ? value.slice(0, 10) : value;
}

/** Returns a whole address. An address is one field: parts that are not sent become empty. */
function shownAddress(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const parts = addressParts.map((part): [string, unknown] => [part, sent[part] ?? '']);
  const written = parts.map(([, content]) => content).filter((content) => content !== '');
  return { ...Object.fromEntries(parts), fullAddress: written.join(', ') };
}
