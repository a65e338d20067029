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
