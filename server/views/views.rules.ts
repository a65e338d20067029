import * as z from 'zod/mini';

import type { ViewList } from '#contract/portal/views.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import { recordTypes } from '#server/records/record-types.ts';

/** How the records are shown, which is no parameter of the request. */
const displayOfView = z.object({ columns: chosenColumns(), group: chosenGroup() });

/** Not part of a view: the page, and the words of a search, which are mostly a client's. */
const leftOut = ['page', 'pageSize', 'cursor', 'q'];

/** Returns the parameters of a view as they are stored: valid, and in the contract's order. */
export function viewQuery(list: ViewList, text: string): string {
  const input = new URLSearchParams(text);
  const schema = recordTypes[list].query;
  const params = toSearchParams(schema, parseQuery(schema, input));
  for (const name of leftOut) params.delete(name);
  if (list === 'deals' && input.get('view') === 'board') params.set('view', 'board');
  const display = toSearchParams(displayOfView, parseQuery(displayOfView, input));
  for (const [name, value] of display) params.set(name, value);
  return params.toString();
}

/** Returns the filters of a view. Those that the contract no longer has count as absent. */
export function viewFilters(list: ViewList, query: string) {
  return parseQuery(recordTypes[list].query, new URLSearchParams(query));
}
