import { maxFilteredTotal } from '#contract/v1/paging.ts';
import { type Bind, type Query, statement, whereAll } from '#server/db/statement.ts';
import { type RecordTable, recordDescriptions } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';
import { searchCondition } from '#server/records/search/search-condition.store.ts';

import type { UploadLookup } from './deal-lead-filters.store.ts';
import { filterConditions } from './list-filters.store.ts';
import { isFiltered, type ReadRequest } from './list-request.ts';
import { changedConditions, type ChangedConditions, countParts } from './recent-first.store.ts';
import { isByStatus, storedTotal } from './stored-totals.store.ts';

/** A request whose search was read, and how the records of its upload are looked up. */
export interface FoundRequest extends ReadRequest {
  readonly uploadLookup?: UploadLookup | undefined;
}

/** Returns the conditions of the reader’s scope, the filters and the search, for a record `r`. */
export function listConditions(table: RecordTable, request: FoundRequest, bind: Bind): string[] {
  const { scope } = request;
  const found = searchCondition({ table, ...request }, bind);
  return [
    ...scopeConditions('r', scope, bind),
    ...filterConditions(request, { table, ...request }, bind),
    ...(found === undefined ? [] : [found]),
  ];
}

/** Returns the statement for the total only; for a filtered list, at most one above `max`. */
export function totalStatement(
  table: RecordTable,
  request: FoundRequest,
  max = maxFilteredTotal,
): Query {
  return statement((bind) => `select (${countedText(table, request, bind, max)}) as total`);
}

/** Returns the statement for the number of all records, however many there are. */
export function countStatement(table: RecordTable, request: ReadRequest): Query {
  if (!isFiltered(request)) return totalStatement(table, request);
  return statement(
    (bind) =>
      `select count(*) as total from ${table} as r ${whereAll(listConditions(table, request, bind))}`,
  );
}

/**
 * Returns the SQL for the total: the stored total of everything the reader can see, or of what
 * matches; else a count that stops one above its limit.
 */
export function countedText(
  table: RecordTable,
  request: FoundRequest,
  bind: Bind,
  max = maxFilteredTotal,
): string {
  const where = () => whereAll(listConditions(table, request, bind));
  if (!isFiltered(request))
    return `select coalesce(sum(r.total), 0)::bigint from ${recordDescriptions[table].totals} as r ${where()}`;
  const { waitingOn = [], outcome = [] } = request;
  // One status alone is counted faster within its index.
  if (isByStatus(request) && waitingOn.length + outcome.length > 0)
    return storedTotal(table, request, where(), max);
  const parts = findParts(table, request, bind);
  const counted = `limit ${max + 1}) as counted`;
  return parts
    ? countParts(table, parts, counted)
    : `select count(*) from (select from ${table} as r ${where()} ${counted}`;
}

/** Returns the two parts of a list that is filtered by what others changed; null for another. */
export function findParts(
  table: RecordTable,
  request: FoundRequest,
  bind: Bind,
): ChangedConditions | null {
  const conditionsWith = (others: FoundRequest) => listConditions(table, others, bind);
  return changedConditions(request, { table, ...request }, conditionsWith, bind);
}
