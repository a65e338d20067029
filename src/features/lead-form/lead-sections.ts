import { brokerDetailNames } from '#contract/portal/new-lead/broker-details.ts';
import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';

import type { BusinessCountry } from './use-business-country.ts';

/** A section of the form, with its fields in order. */
export type LeadFormSection = ReturnType<typeof open>;

/**
 * Returns the sections of the new lead form, most used first. The business section shows the
 * numbers of `country`; those of other countries are in a collapsed section. The contact can be
 * chosen if `canChooseContact`. The partner is always the user's own, so it has no field.
 */
export function leadSections(country: BusinessCountry, canChooseContact: boolean) {
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
    collapsed(
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
    collapsed(
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
    collapsed(
      'Broker details',
      ...(canChooseContact ? (['brokerRepId'] as const) : []),
      ...brokerDetailNames,
    ),
    collapsed('Notes', 'notes', 'partnerNotes'),
  ];
}

function open(title: string, ...names: LeadFieldName[]) {
  return { title, names, isCollapsed: false };
}

/** Returns a section that is closed at first, because most leads leave it empty. */
function collapsed(title: string, ...names: LeadFieldName[]) {
  return { title, names, isCollapsed: true };
}
