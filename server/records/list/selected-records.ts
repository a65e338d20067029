import type { Selection } from '#contract/portal/bulk-changes.ts';
import { invalidSearch } from '#contract/portal/search.ts';
import { invalidParameters, isInvalid, parseQuery } from '#contract/query-string.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import type { Caller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { recordDescriptions } from '#server/records/records.store.ts';

import { type RecordsRequest, toReader } from './list-request.ts';

/**
 * Returns the request for the records of a list that a caller selected, as far as they are within
 * the caller’s scope: some by their ids, or all that the list’s page shows under a query. Like
 * the page, it ignores a filter that is invalid, but not a search.
 * @throws ApiError 400 if the search is invalid: everything would be selected.
 */
export function selectedRecords(
  caller: Caller,
  list: RecordListName,
  selection: Selection,
): RecordsRequest {
  const reader = toReader(caller);
  if ('ids' in selection) return { q: '', ids: [...new Set(selection.ids)], ...reader };
  const params = new URLSearchParams(selection.query);
  const schema = recordDescriptions[list].query;
  if (isInvalid(schema, params, 'q'))
    throw new ApiError('invalid-fields', invalidSearch, { fields: { query: invalidSearch } });
  return { ...parseQuery(schema, params), ...reader };
}

/** The parameters of the list’s page that do not narrow what it shows. */
const notFilters = new Set(['page', 'pageSize', 'cursor', 'sort', 'view', 'columns', 'group']);

/**
 * Rejects a selection of leads with a filter that would be ignored: more leads would be changed
 * than the person selected.
 * @throws ApiError 400
 */
export function assertFiltersValid(selection: Selection): void {
  if ('ids' in selection) return;
  const params = new URLSearchParams(selection.query);
  for (const name of notFilters) params.delete(name);
  if (invalidParameters(leadListQuery, params).length === 0) return;
  const sentence = 'This list has a filter that isn’t valid. Filter it again, then select again.';
  throw new ApiError('invalid-fields', sentence, { fields: { 'selection.query': sentence } });
}
