import type { LeadResponseFieldName } from '#contract/v1/lead-records.ts';
import { leadFields, type LeadFieldName } from '#contract/v1/leads.ts';

/** Fields that are shown together. */
export interface LeadGroup {
  readonly title: string;
  readonly names: readonly LeadResponseFieldName[];
}

/**
 * The groups of a lead's fields. Each field is in one group: people before facts, the most
 * requested first.
 */
export const leadGroups: readonly LeadGroup[] = [
  {
    title: 'Client',
    names: ['firstName', 'lastName', 'phone', 'email', 'secondaryPhone', 'secondaryEmail'],
  },
  {
    title: 'Funding',
    names: ['amountRequested', 'loanPurpose', 'suitableProducts', 'loanType'],
  },
  {
    title: 'Business',
    names: [
      'companyName',
      'tradingName',
      'abn',
      'acn',
      'nzbn',
      'crn',
      'uen',
      'averageMonthlyTurnover',
      'businessStartDate',
      'industryCategory',
      'industry',
      'soleDirector',
    ],
  },
  {
    title: 'Addresses',
    names: ['residentialAddress', 'businessAddress', 'tradingAddress', 'physicalAddress'],
  },
  {
    title: 'Identity',
    names: [
      'dateOfBirth',
      'citizenshipStatus',
      'driversLicenseNumber',
      'driverVersionNumber',
      'homeOwner',
    ],
  },
  {
    title: 'Bank data and application',
    names: [
      'bankStatementsReceived',
      'bankStatementsReceivedDate',
      'bankStatementsUpdateLink',
      'bankStatementsVendorLink',
      'provisoLinkPdf',
      'documentId',
      'applicationLink',
      'applicationCompleted',
      'applicationCompletedDate',
    ],
  },
  {
    title: 'Calls',
    names: [
      'callClientOrBroker',
      'numberOfCallsMade',
      'lastCallDate',
      'callOnBehalfOf',
      'brokerContactName',
      'brokerContactNumber',
      'brokerContactEmail',
    ],
  },
  { title: 'Notes', names: ['notes', 'partnerNotes'] },
];

/** The service's own data about the lead, besides the groups. */
export const recordGroup: LeadGroup = {
  title: 'Record',
  names: [
    'partnerLeadReferenceId',
    'brokerRep',
    'broker',
    'status',
    'statusSinceDate',
    'subStatus',
    'subStatusSinceDate',
    'convertedDealId',
    'lastActivityDate',
    'leadSource',
    'delegateTo',
    'internalBdmUser',
    'watchers',
    'brokerRepId',
    'brokerId',
  ],
};

/** Returns the editable fields of a group, in the group's order. */
export function editableNames(group: LeadGroup): LeadFieldName[] {
  return group.names.filter(isInputName);
}

function isInputName(name: LeadResponseFieldName): name is LeadFieldName & LeadResponseFieldName {
  // The partner is always the caller's own, and any other is rejected: there is nothing to choose.
  return name in leadFields && name !== 'brokerId';
}
