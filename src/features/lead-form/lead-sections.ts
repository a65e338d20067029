import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';

/** The country of a business, as far as its official numbers go; `other`: none of them. */
export type BusinessCountry = 'AU' | 'NZ' | 'GB' | 'SG' | 'other';

/** One section of the form, its fields in order. */
export interface LeadFormSection {
  readonly title: string;
  readonly names: readonly LeadFieldName[];
  /** What most leads do without: closed at first. */
  readonly isFolded: boolean;
}

/**
 * The new lead form's sections, most used first. A business in `country` is asked for that country's numbers; the others stay
 * in reach. The contact can be chosen where `canChooseContact`; the partner is always the person's own and is not asked for.
 */
export function leadSections(
  country: BusinessCountry,
  canChooseContact: boolean,
): readonly LeadFormSection[] {
  const isHere = (name: keyof typeof businessNumbers) => businessNumbers[name].country === country;
  return [
    open('Client', 'firstName', 'lastName', 'phone', 'email'),
    open('Business', 'companyName', 'tradingName', ...businessNumberNames.filter(isHere)),
    open(
      'Funding',
      'amountRequested',
      'loanPurpose',
      'averageMonthlyTurnover',
      'partnerLeadReferenceId',
      'suitableProducts',
    ),
    folded(
      'More about the client',
      'secondaryPhone',
      'secondaryEmail',
      'dateOfBirth',
      'citizenshipStatus',
      'homeOwner',
      'soleDirector',
      'driversLicenseNumber',
      'driverVersionNumber',
      'residentialAddress',
    ),
    folded(
      'More about the business',
      'industry',
      'industryCategory',
      'businessStartDate',
      'documentId',
      ...businessNumberNames.filter((name) => !isHere(name)),
      'businessAddress',
      'tradingAddress',
      'physicalAddress',
    ),
    folded(
      'Broker contact',
      ...(canChooseContact ? (['brokerRepId'] as const) : []),
      'callClientOrBroker',
      'callOnBehalfOf',
      'brokerContactName',
      'brokerContactEmail',
      'brokerContactNumber',
    ),
    folded('Notes', 'notes', 'partnerNotes'),
  ];
}

function open(title: string, ...names: LeadFieldName[]): LeadFormSection {
  return { title, names, isFolded: false };
}

function folded(title: string, ...names: LeadFieldName[]): LeadFormSection {
  return { title, names, isFolded: true };
}
