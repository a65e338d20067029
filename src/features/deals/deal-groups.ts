import { statusFields } from '#contract/field-labels.ts';
import type { DealResponseFieldName } from '#contract/v1/deals.ts';
import type { FieldGroup } from '#src/features/records/page/record-section.tsx';

export type DealGroup = FieldGroup<DealResponseFieldName>;

/**
 * The groups of a deal's fields. Each field but its name, which is the title, is in one group, the
 * most requested first.
 */
export const dealGroups: readonly DealGroup[] = [
  {
    title: 'Funding',
    names: [
      'amount',
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
    names: ['callClientOrBroker', 'numberOfCallsMade', 'lastCallDate'],
  },
];

/** The service's own data about the deal, apart from the groups. */
export const dealRecordGroup: DealGroup = {
  title: 'Record',
  names: [
    'customer',
    ...statusFields,
    'brokerRep',
    'broker',
    'loanType',
    'partnerLeadReferenceId',
    'omDeclineReasons',
    'internalBdmUser',
  ],
  // For whom the lender calls stands by the calls of the lead.
  ids: ['callOnBehalfOf', 'lastActivityDate', 'watchers', 'sfid'],
};

/** The fields that the header shows. */
export const dealsTopFields: readonly DealResponseFieldName[] = ['amount', ...statusFields];
