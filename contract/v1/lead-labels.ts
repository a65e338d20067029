import { mapValues } from '#contract/typed-objects.ts';

import { leadFields, type LeadResponseFieldName } from './leads.ts';

const inputLabels = mapValues(leadFields, ({ label }) => label);

/**
 * The label of every field of a lead. Input fields have their own label; this adds the fields that
 * occur only in responses.
 */
export const leadLabels: Record<LeadResponseFieldName, string> = {
  ...inputLabels,
  status: 'Status',
  subStatus: 'Sub-status',
  statusSinceDate: 'Status since',
  subStatusSinceDate: 'Sub-status since',
  watchers: 'Watchers',
  delegateTo: 'Delegated to',
  lastActivityDate: 'Last activity',
  lastCallDate: 'Last call',
  broker: 'Partner',
  brokerRep: 'Contact',
  bankStatementsUpdateLink: 'Bank statements link',
  bankStatementsVendorLink: 'Bank data provider link',
  provisoLinkPdf: 'Bank data PDF',
  applicationLink: 'Application link',
  bankStatementsReceived: 'Bank statements received',
  bankStatementsReceivedDate: 'Bank statements received on',
  applicationCompleted: 'Application completed',
  applicationCompletedDate: 'Application completed on',
  internalBdmUser: 'Business development manager',
  loanType: 'Loan type',
  leadSource: 'Lead source',
  numberOfCallsMade: 'Calls made',
  convertedDealId: 'Deal',
};
