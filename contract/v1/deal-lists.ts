import * as z from 'zod/mini';

import { anyOf, sortBy } from './list-parameters.ts';
import { cursor, dealSorts, ownFilters, pageParameters, q } from './lists.ts';
import { dealStatuses, dealSubStatuses } from './values.ts';

/** The query of `GET /deal`; in a file of its own, because the list of leads loads without it. */
export const dealListQuery = z.object({
  ...pageParameters,
  q,
  status: anyOf(dealStatuses),
  subStatus: anyOf([...new Set(Object.values(dealSubStatuses).flat())]),
  ...ownFilters,
  sort: sortBy(dealSorts),
  cursor,
});
export type DealListQuery = z.infer<typeof dealListQuery>;
