import * as z from 'zod/mini';

import { toCurrentDeals } from '#contract/portal/former-addresses.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { recordDescriptions } from '#server/records/records.store.ts';

/** How the records are shown, which is no parameter of the request. */
const displayOfView = z.object({ columns: chosenColumns(), group: chosenGroup() });

/** Not part of a view: the page, and the words of a search, which are mostly a client's. */
const leftOut = ['page', 'pageSize', 'cursor', 'q'];

/** Returns parameters that a view of this list has, or had in an earlier version. */
export function toCurrentQuery(list: RecordListName, text: string): URLSearchParams {
  const params = new URLSearchParams(text);
  return list === 'deals' ? toCurrentDeals(params) : params;
}

/** Returns the parameters of a view as they are stored: valid, and in the contract's order. */
export function toStoredQuery(list: RecordListName, text: string): string {
  const input = toCurrentQuery(list, text);
  const schema = recordDescriptions[list].query;
  const params = toSearchParams(schema, parseQuery(schema, input));
  for (const name of leftOut) params.delete(name);
  const display = toSearchParams(displayOfView, parseQuery(displayOfView, input));
  for (const [name, value] of display) params.set(name, value);
  return params.toString();
}
