import type { Selection } from '#contract/portal/bulk-changes.ts';
import type { ExportedList } from '#contract/portal/exports.ts';
import { parseQuery } from '#contract/query-string.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery } from '#contract/v1/lists.ts';
import type { Caller } from '#server/auth/caller.ts';

import type { ListRequest } from './page-query.ts';
import { scopeOf } from './records.policy.ts';

/**
 * Returns the request for the records of a list that a caller selected, as far as they are within
 * the caller’s scope: some by their ids, or all that the list’s page shows under a query.
 */
export function selectedRecords(
  caller: Caller,
  list: ExportedList,
  selection: Selection,
): ListRequest {
  const reader = { scope: scopeOf(caller), readerId: caller.accountId };
  if ('ids' in selection) return { q: '', ids: [...new Set(selection.ids)], ...reader };
  const params = new URLSearchParams(selection.query);
  return { ...parseQuery(list === 'leads' ? leadListQuery : dealListQuery, params), ...reader };
}
