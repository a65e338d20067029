import { searchedLeadFields } from '#contract/portal/search.ts';

/** Fields that say who somebody is. Their choices, amounts and countries don’t. */
export const identifyingFields = [
  ...searchedLeadFields,
  'dateOfBirth',
  'driversLicenseNumber',
  'documentId',
] as const;

/**
 * The fields of a deal, beyond its name, that say who the customer is or lead to data about them.
 * The others are the operator’s own: amounts, terms, statuses.
 */
export const customerFields = [
  'customer',
  'callOnBehalfOf',
  'partnerLeadReferenceId',
  'bankStatementsVendorLink',
  'bankStatementsUpdateLink',
  'applicationLink',
] as const;
