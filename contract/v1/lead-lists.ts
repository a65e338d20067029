import * as z from 'zod/mini';

import { leadStatuses } from './lead-statuses.ts';
import { anyFrom, oneText, sortBy, yesOrNo } from './list-parameters.ts';
import { pageParameters } from './paging.ts';
import { cursor, type DescribedFilters, ownFilters, q, recordSorts } from './record-lists.ts';

export const leadSorts = [...recordSorts, 'amountRequested'] as const;

/** A lead is in progress, has become a deal, or has ended without one. */
export const leadOutcomes = ['open', 'converted', 'ended'] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

const ownLeadFilters = {
  outcome: anyFrom(leadOutcomes),
  hasAttachments: yesOrNo('Whether files are attached.'),
  bulkUploadId: oneText(100, 'The bulk upload that submitted the lead.'),
} satisfies DescribedFilters;

/**
 * The query of `GET /lead`. The specification has `page` and `pageSize`; the design adds the rest
 * (section 3). All but paging, sort and cursor are filters, and combine.
 */
export const leadListQuery = z.object({
  ...pageParameters,
  q,
  status: anyFrom(leadStatuses),
  subStatus: anyFrom(leadStatuses),
  ...ownFilters,
  ...ownLeadFilters,
  sort: sortBy(leadSorts),
  cursor,
});
export type LeadListQuery = z.infer<typeof leadListQuery>;
