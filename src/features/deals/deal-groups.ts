import type { DealAnswerFieldName } from '#contract/v1/deals.ts';

/** Fields that are read together. */
export interface DealGroup {
  readonly title: string;
  readonly names: readonly DealAnswerFieldName[];
}

/** A deal as a person reads it: each field once, what is asked for most first. */
export const dealGroups: readonly DealGroup[] = [
  {
    title: 'Funding',
    names: [
      'amount',
      'loanType',
      'omDateFunded',
      'omAdvanceType',
      'omPrincipalAmount',
      'omPaybackAmount',
      'omNumberOfPayments',
      'omCollectionFrequency',
      'omTermDays',
      'omAdvanceID',
    ],
  },
  {
    title: 'Bank data and application',
    names: ['bankStatementsUpdateLink', 'bankStatementsVendorLink', 'applicationLink'],
  },
  {
    title: 'Calls',
    names: ['callClientOrBroker', 'numberOfCallsMade', 'lastCallDate', 'callOnBehalfOf'],
  },
];

/** What the service keeps of the deal, beside the groups. */
export const dealRecordGroup: DealGroup = {
  title: 'Record',
  names: [
    'name',
    'customer',
    'partnerLeadReferenceId',
    'brokerRep',
    'broker',
    'status',
    'statusSinceDate',
    'subStatus',
    'subStatusSinceDate',
    'omDeclineReasons',
    'lastActivityDate',
    'internalBdmUser',
    'watchers',
    'sfid',
  ],
};
