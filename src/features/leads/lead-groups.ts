import { leadFields, type LeadAnswerFieldName, type LeadFieldName } from '#contract/v1/leads.ts';

/** Fields that are read together. */
export interface LeadGroup {
  readonly title: string;
  readonly names: readonly LeadAnswerFieldName[];
}

/** A lead as a person reads it: each field once, who before what, what is asked for most first. */
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

/** What the service keeps of the lead, beside the groups. */
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

/** The fields of a group that can be edited, in its order. */
export function editableNames(group: LeadGroup): LeadFieldName[] {
  return group.names.filter(isInputName);
}

function isInputName(name: LeadAnswerFieldName): name is LeadFieldName & LeadAnswerFieldName {
  // The partner is the caller's own: another one's is rejected, so there is nothing to choose.
  return name in leadFields && name !== 'brokerId';
}
