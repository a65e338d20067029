import * as z from 'zod/mini';

import { anyFrom, oneText, sortBy, yesOrNo } from './list-parameters.ts';
import { pageParameters } from './paging.ts';
import { cursor, type DescribedFilters, ownFilters, q, recordSorts } from './record-lists.ts';
import { dealStatuses, dealSubStatuses } from './values.ts';

export const dealSorts = [...recordSorts, 'amount'] as const;

const ownDealFilters = {
  hasAttachments: yesOrNo('Whether files are attached to the lead that the deal came from.'),
  bulkUploadId: oneText(100, 'The bulk upload that submitted the lead that the deal came from.'),
} satisfies DescribedFilters;

/** The query of `GET /deal`; in a file of its own, because the list of leads loads without it. */
export const dealListQuery = z.object({
  ...pageParameters,
  q,
  status: anyFrom(dealStatuses),
  subStatus: anyFrom([...new Set(Object.values(dealSubStatuses).flat())]),
  ...ownFilters,
  ...ownDealFilters,
  sort: sortBy(dealSorts),
  cursor,
});
export type DealListQuery = z.infer<typeof dealListQuery>;
