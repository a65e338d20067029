import type { Sort } from '#contract/v1/list-parameters.ts';
import type { Caller } from '#server/auth/caller.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';
import type { SearchReading } from '#server/records/search/tolerant-search.store.ts';

import { hasFilters, type FilterValues } from './list-filters.store.ts';

/** The owner of the records that are read, and their reader. */
export interface Reader {
  readonly scope: Scope;
  /** The caller’s account. */
  readonly readerId: string;
}

/** Returns a caller as the reader of a list. */
export function toReader(caller: Caller): Reader {
  return { scope: toScope(caller), readerId: caller.accountId };
}

/** A request for records of a list. */
export interface RecordsRequest extends FilterValues, Reader {
  readonly q: string;
}

/** The place in a list from which to continue, and the direction: the content of a cursor. */
export interface ListPosition {
  readonly to: 'next' | 'prev';
  /** The sort value of the row to continue from: an ISO date-time, or a decimal. */
  readonly value: string;
  readonly id: string;
}

/** A request for a page of a list. */
export interface PageRequest extends RecordsRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort;
  /** Takes precedence over `page`, which is then only a number to show. */
  readonly position: ListPosition | null;
}

/** A request whose search was read: the contacts that its words name are known. */
export type ReadRequest<Request extends RecordsRequest = RecordsRequest> = Request & SearchReading;

/** Returns whether a search or a filter leaves records out. */
export const isFiltered = (request: RecordsRequest) => request.q !== '' || hasFilters(request);

/** Returns whether records are looked up by words or by an upload. */
export function isLookedUp({ q, bulkUploadId = '' }: RecordsRequest): boolean {
  return q !== '' || bulkUploadId !== '';
}
