import { statusFields } from '#contract/field-labels.ts';
import type { LeadResponseFieldName } from '#contract/v1/lead-records.ts';
import { leadFields, type LeadFieldName } from '#contract/v1/leads.ts';
import { type FieldGroup, listNames } from '#src/features/records/page/record-section.tsx';

export type LeadGroup = FieldGroup<LeadResponseFieldName>;

/** Fields that are edited together, under a title. */
export type EditableGroup = Pick<FieldGroup<LeadFieldName>, 'title' | 'names'>;

/**
 * The groups of a lead's fields. Each field is in one group. Groups for everyday work come first,
 * then the rest, the most requested first.
 */
export const leadGroups: readonly LeadGroup[] = [
  {
    title: 'Client',
    names: ['firstName', 'lastName', 'phone', 'email', 'secondaryPhone', 'secondaryEmail'],
  },
  { title: 'Funding', names: ['amountRequested', 'loanPurpose', 'suitableProducts', 'loanType'] },
  { title: 'Notes', names: ['notes', 'partnerNotes'] },
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
];

/** The service's own data about the lead, apart from the groups. */
export const recordGroup: LeadGroup = {
  title: 'Record',
  names: [...statusFields, 'brokerRep', 'broker', 'partnerLeadReferenceId', 'internalBdmUser'],
  ids: [
    'leadSource',
    'lastActivityDate',
    'convertedDealId',
    'brokerRepId',
    'brokerId',
    'delegateTo',
    'watchers',
  ],
};

/** The fields that the header shows, and the first rows at the side. */
export const leadsTopFields: readonly LeadResponseFieldName[] = [
  'firstName',
  'lastName',
  'companyName',
  'phone',
  'email',
  'amountRequested',
  ...statusFields,
];

/** The fields that only support reads: the partner, which its own people know. */
export const ofSupport: readonly LeadResponseFieldName[] = ['broker', 'brokerId'];

/** Returns the editable fields of a group, in the group's order. */
export function editableNames(group: LeadGroup): LeadFieldName[] {
  return listNames(group).filter(isInputName);
}

function isInputName(name: LeadResponseFieldName): name is LeadFieldName & LeadResponseFieldName {
  // The partner is always the caller's own, and any other is rejected: there is nothing to choose.
  return name in leadFields && name !== 'brokerId';
}
