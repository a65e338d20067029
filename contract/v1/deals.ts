import * as z from 'zod/mini';

import { extraSharedLabels, sharedLabels } from '#contract/field-labels.ts';
import { mapValues } from '#contract/typed-objects.ts';

import { brokerResponse, brokerRepResponse, record, unspecified, userResponse } from './records.ts';

/** The labels of the terms of a deal, whose types the specification does not define. */
export const termLabels = {
  omNumberOfPayments: 'Number of payments',
  omPaybackAmount: 'Payback amount',
  omTermDays: 'Term in days',
  omDeclineReasons: 'Decline reasons',
  omCollectionFrequency: 'Collection frequency',
  omPrincipalAmount: 'Principal amount',
  omAdvanceID: 'Advance ID',
  omDateFunded: 'Funded on',
  omAdvanceType: 'Advance type',
} as const;

/** Every field of a deal in a response. */
export const dealResponseFields = z.object({
  status: z.string(),
  subStatus: z.string(),
  statusSinceDate: z.string(),
  subStatusSinceDate: z.string(),
  watchers: z.array(userResponse),
  lastActivityDate: z.nullable(z.string()),
  lastCallDate: z.nullable(z.string()),
  name: z.string(),
  customer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  callClientOrBroker: z.string(),
  broker: z.nullable(brokerResponse),
  brokerRep: z.nullable(brokerRepResponse),
  loanType: z.nullable(z.string()),
  internalBdmUser: unspecified,
  ...mapValues(termLabels, () => unspecified),
  amount: z.string(),
  numberOfCallsMade: z.number(),
  bankStatementsVendorLink: z.nullable(z.string()),
  bankStatementsUpdateLink: z.nullable(z.string()),
  applicationLink: z.nullable(z.string()),
  sfid: unspecified,
  callOnBehalfOf: z.string(),
  partnerLeadReferenceId: z.string(),
});
export type DealResponseFields = z.infer<typeof dealResponseFields>;
export type DealResponseFieldName = keyof DealResponseFields;

/** One deal, as in the responses of `GET /deal/{dealid}` and, per row, `GET /deal`. */
export const deal = record(dealResponseFields);
export type Deal = z.infer<typeof deal>;

/** The label of every field of a deal. */
export const dealLabels: Record<DealResponseFieldName, string> = {
  ...sharedLabels,
  ...extraSharedLabels,
  name: 'Deal',
  customer: 'Customer',
  ...termLabels,
  amount: 'Amount',
  sfid: 'External ID',
};
