/** The labels of the fields that leads and deals share and their lists show. */
export const sharedLabels = {
  status: 'Status',
  subStatus: 'Sub-status',
  lastActivityDate: 'Last activity',
  broker: 'Partner',
  brokerRep: 'Contact',
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
