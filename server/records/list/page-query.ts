import type { Sort } from '#contract/v1/list-parameters.ts';
import { maxFilteredTotal } from '#contract/v1/lists.ts';
import type { Scope } from '#server/records/records.policy.ts';
import type { ContactsByWord } from '#server/records/search/named-contacts.ts';
import {
  matchRank,
  scopeConditions,
  searchCondition,
} from '#server/records/search/search-condition.ts';
import { type Bind, type Query, statement } from '#server/records/statement.ts';

import { canRank, foundPage, isFoundOnce, sourceOf } from './found-once.ts';
import { filterConditions, hasFilters, type ListFilters } from './list-filters.ts';
import { changedParts, type ChangedParts, countParts, recentFirst } from './recent-first.ts';
import { sortExpression } from './sort-values.ts';
import { isByStatus, storedTotal } from './stored-totals.ts';

/**
 * What is listed: a table with its totals, the selected columns (`r` is the record), and the column
 * of each sort option.
 */
export interface Listing {
  readonly table: 'leads' | 'deals';
  readonly totals: 'lead_totals' | 'deal_totals';
  readonly select: string;
  readonly sorts: Readonly<Record<string, string>>;
}

/** Where in a list to continue, and in which direction: the content of a cursor. */
export interface Position {
  readonly to: 'next' | 'prev';
  /** The sort value of the row to continue from: an ISO date-time, or a decimal. */
  readonly value: string;
  readonly id: string;
}

/** A request for records of a list, with the caller’s scope. */
export interface ListRequest extends ListFilters {
  readonly scope: Scope;
  /** The caller’s account. */
  readonly readerId: string;
  readonly q: string;
}

/** A request for records, with the contacts whom the words of its search name. */
interface NamedListRequest extends ListRequest {
  readonly contacts: ContactsByWord;
  /** Whether the search tolerates typing errors; it does where it finds nothing otherwise. */
  readonly isTolerant?: boolean;
  /** Whether few leads have the upload of the filter, so that each of them is looked up. */
  readonly hasSmallUpload?: boolean;
  /** Whether many deals came from leads of that upload, so that each deal is looked up. */
  readonly hasManyDeals?: boolean;
  /** Whether each deal is read anyway, for an order that has no index. */
  readonly isEachRead?: boolean;
}

/** A request for a page of a list. */
export interface PageRequest extends ListRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort;
  /** Takes precedence over `page`, which is then only a number to show. */
  readonly position: Position | null;
}

/** A request for a page of a list, with the contacts whom the words of its search name. */
export interface NamedPageRequest extends PageRequest, NamedListRequest {
  /** Whose records are all read; null to leave to the planner what is read. */
  readonly readWithin?: Scope | null;
}

/**
 * Returns the query for one page. Each row also has the total of all pages, and one extra row shows
 * whether another page follows. The page size is a literal, so that the planner can use it.
 */
export function pageQuery(listing: Listing, request: NamedPageRequest): Query {
  const { position, page, pageSize, sort, readWithin = null } = request;
  const isDescending = sort.descending !== (position?.to === 'prev');
  const direction = isDescending ? 'desc' : 'asc';
  const value = sortExpression(listing, sort);
  const order = `${value} ${direction}, r.id ${direction}`;
  const limit = pageSize + 1;
  const offset = position ? 0 : (page - 1) * pageSize;
  const name = planName(listing, request);
  const query = statement((bind) => {
    const comparison = isDescending ? '<' : '>';
    const after = position
      ? [`(${value}, r.id) ${comparison} (${bind(position.value)}, ${bind(position.id)})`]
      : [];
    const source = sourceOf(listing.table, readWithin, bind);
    const read = (total: string, from: string, end: string) => `
      ${listing.select}, ${total} as total
      from ${from}
      join contacts on contacts.id = r.contact_id
      join partners on partners.id = r.partner_id
      ${end}`;
    const conditions = () => filters(listing, request, bind);
    const total = () => `(${totalText(listing, request, bind)})`;
    if (name !== undefined) {
      const end = `${where([...conditions(), ...after])} order by ${order} limit ${limit}`;
      return read(total(), `${listing.table} as r`, end);
    }
    // Finds the ids of the rows within an index, and only then reads and joins them: a late page
    // takes a tenth of the time, and so does a filter by a column that the index includes.
    const from = (ids: string) => `(${ids}) as cut join ${listing.table} as r using (id)`;
    const cut = `limit ${limit} offset ${offset}`;
    const isFound = isFoundOnce(request);
    const isNewestFirst = sort.by === 'createdAt' && isDescending && offset === 0;
    const parts = isFound || isNewestFirst ? partsOf(listing, request, bind) : null;
    // Deals have no index of another order.
    const isEachRead = sort.by !== 'createdAt';
    const pageConditions = () => filters(listing, { ...request, isEachRead }, bind);
    const pageIds = () =>
      parts && isNewestFirst
        ? recentFirst(listing.table, parts, after, limit)
        : `select r.id from ${source} as r ${where([...pageConditions(), ...after])} order by ${order} ${cut}`;
    if (!isFound) return read(total(), from(pageIds()), `order by ${order}`);
    const isFew = readWithin !== null || request.hasSmallUpload === true;
    const found = foundPage({
      table: listing.table,
      source,
      parts,
      conditions: parts ? [] : conditions(),
      after,
      order,
      cut,
      rank: canRank(request) ? matchRank({ table: listing.table, ...request }, bind) : undefined,
      sortColumn: listing.sorts[sort.by] ?? 'created_at',
      manyIds: isFew ? null : pageIds,
    });
    return `${found.found} ${read(found.total, from(found.ids), `order by cut.rank desc, ${order}`)}`;
  });
  return name === undefined ? query : { ...query, name };
}

/** Returns the query for the total only; of a filtered list, at most one above `max`. */
export function totalQuery(
  listing: Pick<Listing, 'table' | 'totals'>,
  request: NamedListRequest,
  max = maxFilteredTotal,
): Query {
  return statement((bind) => `select (${totalText(listing, request, bind, max)}) as total`);
}

/** Returns whether a search or a filter leaves records out. */
export function isFiltered(request: ListRequest): boolean {
  return request.q !== '' || hasFilters(request);
}

/**
 * Returns the query for the next records in the order of creation, newest first, which no change of
 * a record alters; `after` is the last record before them.
 */
export function nextRecordsQuery(
  listing: Listing,
  request: NamedListRequest,
  { after, limit }: { after: { created_at: Date; id: string } | undefined; limit: number },
): Query {
  return statement((bind) => {
    const conditions = filters(listing, request, bind);
    if (after)
      conditions.push(`(r.created_at, r.id) < (${bind(after.created_at)}, ${bind(after.id)})`);
    return `
      ${listing.select}
      from ${listing.table} as r
      join contacts on contacts.id = r.contact_id
      join partners on partners.id = r.partner_id
      ${where(conditions)} order by r.created_at desc, r.id desc limit ${limit}`;
  });
}

/** Returns the query for the number of all records, however many there are. */
export function countQuery(listing: Listing, request: NamedListRequest): Query {
  if (!isFiltered(request)) return totalQuery(listing, request);
  return statement(
    (bind) =>
      `select count(*) as total from ${listing.table} as r ${where(filters(listing, request, bind))}`,
  );
}

/**
 * Returns the name of a prepared statement for the most frequent requests, which are planned once
 * per connection: planning takes three times as long as running.
 */
function planName({ table }: Listing, request: PageRequest): string | undefined {
  const { scope, page, pageSize, sort, position } = request;
  const isUsual = !isFiltered(request) && sort.by === 'createdAt' && sort.descending;
  if (!isUsual || (page > 1 && !position)) return undefined;
  return [table, ...Object.keys(scope), pageSize, position?.to ?? 'first'].join(' ');
}

/**
 * Returns the SQL for the total: the stored total of everything the caller can see, or of what
 * matches; else a count that stops one above its limit.
 */
function totalText(
  listing: Pick<Listing, 'table' | 'totals'>,
  request: NamedListRequest,
  bind: Bind,
  max = maxFilteredTotal,
): string {
  if (!isFiltered(request))
    return `select coalesce(sum(r.total), 0)::bigint from ${listing.totals} as r ${where(filters(listing, request, bind))}`;
  const { waitingOn = [], outcome = [] } = request;
  // One status alone is counted faster within its index.
  if (isByStatus(listing.table, request) && waitingOn.length + outcome.length > 0)
    return storedTotal(request, where(filters(listing, request, bind)), max);
  const parts = partsOf(listing, request, bind);
  const counted = `limit ${max + 1}) as counted`;
  return parts
    ? countParts(listing.table, parts, counted)
    : `select count(*) from (select from ${listing.table} as r ${where(filters(listing, request, bind))} ${counted}`;
}

function partsOf(
  listing: Pick<Listing, 'table'>,
  request: NamedListRequest,
  bind: Bind,
): ChangedParts | null {
  const conditionsOf = (others: NamedListRequest) => filters(listing, others, bind);
  return changedParts(request, { ...listing, ...request }, conditionsOf, bind);
}

/** Returns the conditions of the caller’s scope, the filters and the search. */
export function filters(
  { table }: Pick<Listing, 'table'>,
  request: NamedListRequest,
  bind: Bind,
): string[] {
  const { scope, q, contacts, isTolerant } = request;
  const conditions = [
    ...scopeConditions('r', scope, bind),
    ...filterConditions(request, { table, ...request }, bind),
  ];
  const found = searchCondition({ table, scope, q, contacts, isTolerant }, bind);
  return found === undefined ? conditions : [...conditions, found];
}

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}
