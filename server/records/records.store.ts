import { type RawBuilder, sql } from 'kysely';

import { largestFilteredTotal, type Sort } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';
import { searchTerms } from '#server/db/search-words.ts';

import type { Scope } from './records.policy.ts';

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

/** One page of a list, in its order. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; null when more than {@link largestFilteredTotal} match the filters. */
  readonly total: number | null;
  readonly before: Position | null;
  readonly after: Position | null;
}

interface Listed {
  readonly id: string;
  readonly total: number;
}

/** Reads one page and its total, in one query. A page past the end is empty. */
export async function readPage<Row extends Listed>(
  db: Db,
  listing: Listing,
  request: PageRequest,
): Promise<Page<Row>> {
  const { position, page, pageSize } = request;
  const isBackwards = position?.to === 'prev';
  const { rows } = await pageQuery(listing, request).$castTo<Row>().execute(db);
  const shown = rows.slice(0, pageSize);
  if (isBackwards) shown.reverse();

  const hasMore = rows.length > pageSize;
  const hasBefore = isBackwards ? hasMore : position !== null || page > 1;
  const at = (row: Row | undefined, to: Position['to']) =>
    row ? { to, value: sortValue(row, listing, request.sort), id: row.id } : null;
  return {
    rows: shown,
    total: exactTotal(request, shown[0]?.total ?? (await readTotal(db, listing, request))),
    before: hasBefore ? at(shown[0], 'prev') : null,
    after: isBackwards || hasMore ? at(shown.at(-1), 'next') : null,
  };
}

/** One row more than the page tells whether another page follows. The page size is written out, so that a plan can count on it. */
function pageQuery(listing: Listing, request: PageRequest): RawBuilder<unknown> {
  const { position, page, pageSize, sort } = request;
  const isDescending = sort.descending !== (position?.to === 'prev');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const order = sortColumn(listing, sort);
  const conditions = [...filters(request)];
  if (position)
    conditions.push(
      sql`(${order}, r.id) ${sql.raw(isDescending ? '<' : '>')} (${position.value}, ${position.id})`,
    );
  return sql`
    ${sql.raw(listing.select)}, ${totalOf(listing, request)} as total
    from ${sql.table(listing.table)} as r
    join contacts on contacts.id = r.contact_id
    join partners on partners.id = r.partner_id
    ${where(conditions)}
    order by ${order} ${direction}, r.id ${direction}
    limit ${sql.lit(pageSize + 1)}
    ${position || page === 1 ? sql`` : sql`offset ${(page - 1) * pageSize}`}`;
}

// Records without an amount come last in both directions.
const lowest = '-1';
const highest = '1e15';
const missingAmount = (sort: Sort) => (sort.descending ? lowest : highest);

function sortColumn(listing: Listing, sort: Sort): RawBuilder<unknown> {
  const column = sql.ref(`r.${listing.sorts[sort.by]}`);
  return sort.by.startsWith('amount')
    ? sql`coalesce(${column}, ${sql.raw(missingAmount(sort))})`
    : column;
}

function sortValue(row: object, listing: Listing, sort: Sort): string {
  const value: unknown = Reflect.get(row, listing.sorts[sort.by] ?? '');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : missingAmount(sort);
}

/** Who sees what, and what was asked for. */
function filters(request: PageRequest): RawBuilder<unknown>[] {
  const { scope, status, subStatus } = request;
  const conditions: RawBuilder<unknown>[] = [];
  if ('contactId' in scope) conditions.push(sql`r.contact_id = ${scope.contactId}`);
  if ('partnerId' in scope) conditions.push(sql`r.partner_id = ${scope.partnerId}`);
  if (status.length > 0) conditions.push(sql`r.status in (${sql.join(status)})`);
  if (subStatus.length > 0) conditions.push(sql`r.sub_status in (${sql.join(subStatus)})`);
  const terms = searchTerms(request.q);
  if (!terms) return conditions;
  const words = terms.words.map(contains);
  const found = [sql`(${sql.join(words, sql` and `)})`, sql`r.id = ${request.q}`];
  if (terms.number !== null) found.push(contains(terms.number));
  return [...conditions, sql`(${sql.join(found, sql` or `)})`];
}

function contains(word: string): RawBuilder<unknown> {
  return sql`r.search like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

function isFiltered({ q, status, subStatus }: PageRequest): boolean {
  return q !== '' || status.length > 0 || subStatus.length > 0;
}

/** The kept total of everything the caller sees; behind a filter, a count that stops one beyond its limit. */
function totalOf(listing: Listing, request: PageRequest): RawBuilder<number> {
  if (isFiltered(request))
    return sql`(select count(*) from (
      select from ${sql.table(listing.table)} as r ${where(filters(request))}
      limit ${sql.lit(largestFilteredTotal + 1)}) as counted)`;
  const totals = sql.table(listing.totals);
  return sql`(select coalesce(sum(r.total), 0)::bigint from ${totals} as r ${where(filters(request))})`;
}

async function readTotal(db: Db, listing: Listing, request: PageRequest): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${totalOf(listing, request)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

function exactTotal(request: PageRequest, total: number): number | null {
  return isFiltered(request) && total > largestFilteredTotal ? null : total;
}
