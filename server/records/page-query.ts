import { maxFilteredTotal, type Sort } from '#contract/v1/lists.ts';

import type { ContactsByWord } from './named-contacts.ts';
import type { Scope } from './records.policy.ts';
import { type Bind, scopeConditions, searchCondition } from './search-condition.ts';

/** What is listed: a table with its totals, what is read of it (`r` is the record), and the column each sort goes by. */
export interface Listing {
  readonly table: 'leads' | 'deals';
  readonly totals: 'lead_totals' | 'deal_totals';
  readonly select: string;
  readonly sorts: Readonly<Record<string, string>>;
}

/** Where in a list to go on, and in which direction: what a cursor holds. */
export interface Position {
  readonly to: 'next' | 'prev';
  /** The value sorted by, of the row to go on from: an ISO date-time, or a decimal. */
  readonly value: string;
  readonly id: string;
}

/** A list as it is asked for, and by whom. */
export interface PageRequest {
  readonly scope: Scope;
  readonly page: number;
  readonly pageSize: number;
  readonly q: string;
  readonly status: readonly string[];
  readonly subStatus: readonly string[];
  readonly sort: Sort;
  /** Goes before `page`, which then is only a number to show. */
  readonly position: Position | null;
}

/** A list as it is asked for, and whom the words of its search name. */
export interface NamedPageRequest extends PageRequest {
  readonly contacts: ContactsByWord;
}

/** A statement as the pool takes it. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

function statement(write: (bind: Bind) => string): Query {
  const values: unknown[] = [];
  return { text: write((value) => `$${values.push(value)}`), values };
}

/**
 * One page, one row more to tell whether another follows, and on every row the total of all pages. The page size is written out, so
 * that a plan can count on it.
 */
export function pageQuery(listing: Listing, request: NamedPageRequest): Query {
  const { position, page, pageSize, sort } = request;
  const isDescending = sort.descending !== (position?.to === 'prev');
  const direction = isDescending ? 'desc' : 'asc';
  const value = sortExpression(listing, sort);
  const order = `order by ${value} ${direction}, r.id ${direction}`;
  const query = statement((bind) => {
    const conditions = filters(listing, request, bind);
    if (position)
      conditions.push(
        `(${value}, r.id) ${isDescending ? '<' : '>'} (${bind(position.value)}, ${bind(position.id)})`,
      );
    const cut = `${where(conditions)} ${order} limit ${pageSize + 1}`;
    const offset = position ? 0 : (page - 1) * pageSize;
    // What a late page leaves out is left out within the index and never read or joined: a tenth of the time.
    const late = `(select r.id from ${listing.table} as r ${cut} offset ${offset}) as cut join ${listing.table} as r using (id)`;
    return `
      ${listing.select}, (${totalText(listing, request, bind)}) as total
      from ${offset > 0 ? late : `${listing.table} as r`}
      join contacts on contacts.id = r.contact_id
      join partners on partners.id = r.partner_id
      ${offset > 0 ? order : cut}`;
  });
  const name = planName(listing, request);
  return name === undefined ? query : { ...query, name };
}

/** The total alone, for a page without rows. */
export function totalQuery(listing: Listing, request: NamedPageRequest): Query {
  return statement((bind) => `select (${totalText(listing, request, bind)}) as total`);
}

export function isFiltered({ q, status, subStatus }: PageRequest): boolean {
  return q !== '' || status.length > 0 || subStatus.length > 0;
}

/** What most requests ask for is planned once a connection: planning it takes three times as long as running it. */
function planName({ table }: Listing, request: PageRequest): string | undefined {
  const { scope, page, pageSize, sort, position } = request;
  const isUsual = !isFiltered(request) && sort.by === 'createdAt' && sort.descending;
  if (!isUsual || (page > 1 && !position)) return undefined;
  return [table, ...Object.keys(scope), pageSize, position?.to ?? 'first'].join(' ');
}

/** The kept total of everything the caller sees; behind a filter, a count that stops one beyond its limit. */
function totalText(listing: Listing, request: NamedPageRequest, bind: Bind): string {
  const conditions = where(filters(listing, request, bind));
  return isFiltered(request)
    ? `select count(*) from (select from ${listing.table} as r ${conditions} limit ${maxFilteredTotal + 1}) as counted`
    : `select coalesce(sum(r.total), 0)::bigint from ${listing.totals} as r ${conditions}`;
}

/** Who sees what, and what was asked for. */
function filters(
  { table }: Listing,
  { scope, status, subStatus, q, contacts }: NamedPageRequest,
  bind: Bind,
): string[] {
  const conditions = scopeConditions('r', scope, bind);
  if (status.length > 0) conditions.push(`r.status = any(${bind(status)})`);
  if (subStatus.length > 0) conditions.push(`r.sub_status = any(${bind(subStatus)})`);
  const found = searchCondition({ table, scope, q, contacts }, bind);
  return found === undefined ? conditions : [...conditions, found];
}

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

// Records without an amount come last in both directions.
const missingAmount = (sort: Sort) => (sort.descending ? '-1' : '1e15');

function sortExpression(listing: Listing, sort: Sort): string {
  const column = `r.${listing.sorts[sort.by]}`;
  return sort.by.startsWith('amount') ? `coalesce(${column}, ${missingAmount(sort)})` : column;
}

/** The value that a row is sorted by, as a {@link Position} holds it. */
export function sortValue(row: object, listing: Listing, sort: Sort): string {
  const value: unknown = Reflect.get(row, listing.sorts[sort.by] ?? '');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : missingAmount(sort);
}
