/** The fields that say which status a record has, and since when. */
export const statusFields = [
  'status',
  'statusSinceDate',
  'subStatus',
  'subStatusSinceDate',
] as const;

/** The labels of the fields that leads and deals share and their lists show. */
export const sharedLabels = {
  status: 'Status',
  subStatus: 'Sub-status',
  lastActivityDate: 'Last activity',
  broker: 'Partner',
  brokerRep: 'Contact',
} as const;

/** The labels of the other fields that both have: the first page loads without them. */
export const extraSharedLabels = {
  statusSinceDate: 'Status since',
  subStatusSinceDate: 'Sub-status since',
  watchers: 'Watchers',
  lastCallDate: 'Last call',
  callClientOrBroker: 'Call client or broker',
  callOnBehalfOf: 'Call on behalf of',
  partnerLeadReferenceId: 'Your reference',
  loanType: 'Loan type',
  internalBdmUser: 'Business development manager',
  numberOfCallsMade: 'Calls made',
  bankStatementsVendorLink: 'Bank data provider link',
  bankStatementsUpdateLink: 'Bank statements link',
  applicationLink: 'Application link',
} as const;

/**
 * Returns the labels of the fields of a record for who reads them: what a partner calls its own
 * reference is the partner’s to support staff.
 */
export function labelsFor<Name extends string>(
  labels: Readonly<Record<Name | 'partnerLeadReferenceId', string>>,
  isSupport: boolean,
): typeof labels {
  return isSupport ? { ...labels, partnerLeadReferenceId: 'Partner reference' } : labels;
}
