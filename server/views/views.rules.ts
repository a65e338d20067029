import * as z from 'zod/mini';

import type { ViewList } from '#contract/portal/views.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { chosenColumns } from '#contract/v1/list-parameters.ts';
import { recordTypes } from '#server/records/record-types.ts';

/** The columns are no parameter of the request. */
const columnsOfView = z.object({ columns: chosenColumns() });

/** Not part of a view: the page, and the words of a search, which are mostly a client's. */
const leftOut = ['page', 'pageSize', 'cursor', 'q'];

/** Returns the parameters of a view as they are stored: valid, and in the contract's order. */
export function viewQuery(list: ViewList, text: string): string {
  const input = new URLSearchParams(text);
  const schema = recordTypes[list].query;
  const params = toSearchParams(schema, parseQuery(schema, input));
  for (const name of leftOut) params.delete(name);
  if (list === 'deals' && input.get('view') === 'board') params.set('view', 'board');
  const { columns } = parseQuery(columnsOfView, input);
  if (columns.length > 0) params.set('columns', columns.join('.'));
  return params.toString();
}

/** Returns the filters of a view. Those that the contract no longer has count as absent. */
export function viewFilters(list: ViewList, query: string) {
  return parseQuery(recordTypes[list].query, new URLSearchParams(query));
}
