import { maxFilteredTotal } from '#contract/v1/paging.ts';
import { followUpSort } from '#contract/v1/record-lists.ts';
import { type Bind, type Query, statement, whereAll } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { joinedOwners, type RecordTable, selectRows } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';
import { matchRank } from '#server/records/search/search-condition.store.ts';

import { placeText } from './creation-blocks.store.ts';
import { selectFollowed } from './followed.store.ts';
import { canRank, foundPage } from './found-once.store.ts';
import {
  countedText,
  findParts,
  type FoundRequest,
  listConditions,
} from './list-conditions.store.ts';
import { isFiltered, isLookedUp, type PageRequest, type ReadRequest } from './list-request.ts';
import type { ListSizes } from './list-sizes.store.ts';
import { recentFirst } from './recent-first.store.ts';
import { sortColumn, sortExpression } from './sort-values.store.ts';

/** A page of a list, as SQL: what each plan writes its statement of. */
interface Page {
  readonly table: RecordTable;
  readonly request: ReadRequest<PageRequest> & FoundRequest;
  readonly smallOwner: Scope | null;
  readonly bind: Bind;
  /** The value to order by, the order, and the condition of records after the cursor. */
  readonly value: string;
  readonly order: string;
  readonly after: readonly string[];
  /** One row more than the page has shows whether another page follows. */
  readonly limit: number;
  readonly offset: number;
}

/** A way to read a page of a list: a statement, when it is chosen, and why. */
export interface PagePlan {
  readonly name: string;
  readonly condition: (request: PageRequest, sizes: ListSizes) => boolean;
  readonly reason: string;
  /** A query that it reads; `ofFew` if the reader has few records, `ofMany` if it finds many. */
  readonly example: { readonly query: string; readonly ofFew?: true; readonly ofMany?: true };
  /** Whether the statement is planned once per connection. */
  readonly isPrepared?: true;
  readonly write: (page: Page) => string;
}

/** The ways to read a page, in the order in which they are considered. */
export const pagePlans: readonly PagePlan[] = [
  {
    name: 'newest',
    condition: isDefaultList,
    reason:
      'The most frequent requests. They are prepared, because planning takes three times as long as running.',
    example: { query: '' },
    isPrepared: true,
    write: writeRows,
  },
  {
    name: 'by place',
    condition: isByPlace,
    reason:
      'Passing over all records before a late page takes as long as they are many. Blocks of a known number of them say where the page is.',
    example: { query: 'page=500' },
    isPrepared: true,
    write: writePlaced,
  },
  {
    name: 'followed',
    condition: isFollowed,
    reason:
      'A person follows up few records, however many there are. They are read first, by their ids.',
    example: { query: 'hasFollowUp=yes&sort=followUp' },
    write: writeIds,
  },
  {
    name: 'few found',
    condition: (request, { smallOwner, isSmallUpload }) =>
      isLookedUp(request) && (smallOwner !== null || isSmallUpload),
    reason:
      'Words and uploads take longer to look up than the few records they find take to be put in order.',
    example: { query: 'q=smith', ofFew: true },
    write: (page) => writeFound(page, null),
  },
  {
    name: 'frequent words',
    condition: (request, { isFrequent }) => request.q !== '' && isFrequent,
    reason:
      'A sample shows that there are far more than are counted. The page is soon found in its order, and nothing is looked up to be counted.',
    example: { query: 'q=smith', ofMany: true },
    write: writeFrequent,
  },
  {
    name: 'found once',
    condition: isLookedUp,
    reason:
      'Words and uploads are looked up once, for the page and its total. If there are too many, the page is read again in its order, which then soon finds enough.',
    example: { query: 'q=smith' },
    write: (page) => writeFound(page, () => idsInOrder(page)),
  },
  {
    name: 'recent first',
    condition: isRecentFirst,
    reason:
      'What others created comes first in this order. Looking up every changed record takes much longer than the page.',
    example: { query: 'changedSince=P7D' },
    write: writeIds,
  },
  {
    name: 'all of an owner',
    condition: (_request, { smallOwner }) => smallOwner !== null,
    reason:
      'Few records are read and sorted. The planner would rather follow the index of the order through everybody’s records, which takes long if the owner’s are the last in that order.',
    example: { query: 'sort=-updatedAt', ofFew: true },
    write: writeIds,
  },
  {
    name: 'in order',
    condition: () => true,
    reason:
      'The ids are found within the index of the order, and only then their rows are read: a late page takes a tenth of the time.',
    example: { query: 'sort=-updatedAt' },
    write: writeIds,
  },
];

/** Returns the first plan that a request meets. */
export function choosePlan(request: PageRequest, sizes: ListSizes): PagePlan {
  const plan = pagePlans.find(({ condition }) => condition(request, sizes));
  if (!plan) throw new Error('The last plan meets every request.');
  return plan;
}

/** Returns the statement of a page. Each row also has the total of all pages. */
export function pageStatement(
  table: RecordTable,
  request: ReadRequest<PageRequest>,
  sizes: ListSizes,
): Query {
  const plan = choosePlan(request, sizes);
  const { position, page, pageSize, scope } = request;
  const direction = isDescending(request) ? 'desc' : 'asc';
  const query = statement((bind) => {
    const value = sortExpression(table, request, bind);
    const row = () => position && `(${bind(position.value)}, ${bind(position.id)})`;
    return plan.write({
      table,
      request: { ...request, uploadLookup: sizes.uploadLookup },
      smallOwner: sizes.smallOwner,
      bind,
      value,
      order: `${value} ${direction}, r.id ${direction}`,
      after: position ? [`(${value}, r.id) ${direction === 'desc' ? '<' : '>'} ${row()}`] : [],
      limit: pageSize + 1,
      offset: position ? 0 : (page - 1) * pageSize,
    });
  });
  if (!plan.isPrepared) return query;
  const order = [plan.name, direction, position?.to ?? 'first'];
  return { ...query, name: [table, ...Object.keys(scope), pageSize, ...order].join(' ') };
}

/** Returns whether a page is read in a descending order, which a page before reverses. */
function isDescending({ sort, position }: PageRequest): boolean {
  return sort.descending !== (position?.to === 'prev');
}

function isDefaultList(request: PageRequest): boolean {
  const { page, sort, position } = request;
  const isNewest = sort.by === 'createdAt' && sort.descending && (page === 1 || position !== null);
  return isNewest && !isFiltered(request);
}

function isByPlace(request: PageRequest): boolean {
  const { page, sort, position } = request;
  return sort.by === 'createdAt' && position === null && page > 1 && !isFiltered(request);
}

function isRecentFirst(request: PageRequest): boolean {
  const { changedSince = '', sort, page, position } = request;
  const isNewest = sort.by === 'createdAt' && isDescending(request);
  return changedSince !== '' && isNewest && (page === 1 || position !== null);
}

/** The best matches of a search come first; they are ranked where words are looked up. */
function isFollowed(request: PageRequest): boolean {
  return request.hasFollowUp === 'yes' && !canRank(request);
}

/** Returns the rows and their total, from ids or from the table itself. */
function selectPage({ table, request, value }: Page, total: string, from: string, end: string) {
  const day = request.sort.by === followUpSort ? `, ${value} as follow_up` : '';
  return `${selectRows(table)}${day}, ${total} as total from ${from} ${joinedOwners} ${end}`;
}

function writeRows(page: Page): string {
  const { table, request, bind, order, after, limit } = page;
  const where = whereAll([...listConditions(table, request, bind), ...after]);
  const end = `${where} order by ${order} limit ${limit}`;
  return selectPage(page, `(${countedText(table, request, bind)})`, `${table} as r`, end);
}

function writePlaced(page: Page): string {
  const { table, request, bind, order, limit, offset } = page;
  const { scope } = request;
  const isNewestFirst = isDescending(request);
  // With known values, the planner expects planning each time to be faster.
  const bindUnknown: Bind = (value) => `(select ${bind(value)}::text)`;
  const place = placeText({ table, scope, isDescending: isNewestFirst }, bind(offset), bindUnknown);
  const from = `r.created_at ${isNewestFirst ? '<' : '>='} (select at from place)`;
  const ids = `select r.id from ${table} as r ${whereAll([...scopeConditions('r', scope, bindUnknown), from])}
    order by ${order} limit ${limit} offset (select skipped from place)`;
  const total = `(${countedText(table, request, bind)})`;
  return `with place as (${place}) ${selectPage(page, total, joinIds(page, ids), `order by ${order}`)}`;
}

function writeIds(page: Page): string {
  const { table, request, bind, order } = page;
  const total = `(${countedText(table, request, bind)})`;
  return selectPage(page, total, joinIds(page, idsInOrder(page)), `order by ${order}`);
}

function writeFrequent(page: Page): string {
  const end = `order by ${page.order}`;
  return selectPage(page, `${maxFilteredTotal + 1}`, joinIds(page, idsInOrder(page)), end);
}

function joinIds({ table }: Page, ids: string): string {
  return `(${ids}) as cut join ${table} as r using (id)`;
}

/** Returns the query for the ids, in order, of a page that is read within an index. */
function idsInOrder(page: Page): string {
  const { table, request, bind, order, after, limit, offset } = page;
  const parts = isRecentFirst(request) ? findParts(table, request, bind) : null;
  if (parts) return recentFirst(table, parts, after, limit);
  // Deals have no index of another order: each is read anyway.
  const isEachRead = request.uploadLookup === 'each deal' && request.sort.by !== 'createdAt';
  const uploadLookup = isEachRead ? 'every deal' : request.uploadLookup;
  const where = whereAll([...listConditions(table, { ...request, uploadLookup }, bind), ...after]);
  return `select r.id from ${sourceText(page)} as r ${where} order by ${order} limit ${limit} offset ${offset}`;
}

/**
 * Returns the source of a page: a table, or all records that the reader follows up, or of an owner
 * who has few. `offset 0` keeps the planner from looking for words, or following an order, among
 * everybody’s records.
 */
function sourceText({ table, request, smallOwner, bind }: Page): string {
  if (isFollowed(request)) return `(${selectFollowed(table, request.readerId, bind)} offset 0)`;
  if (smallOwner === null) return table;
  return `(select * from ${table} as r ${whereAll(scopeConditions('r', smallOwner, bind))} offset 0)`;
}

function writeFound(page: Page, manyIds: (() => string) | null): string {
  const { table, request, bind, order, after, limit, offset } = page;
  const parts = findParts(table, request, bind);
  const { found, total, ids } = foundPage({
    table,
    source: sourceText(page),
    parts,
    conditions: parts ? [] : listConditions(table, request, bind),
    after,
    order,
    cut: `limit ${limit} offset ${offset}`,
    rank: canRank(request) ? matchRank({ table, ...request }, bind) : undefined,
    sortColumn: sortColumn(table, request.sort),
    manyIds,
  });
  const end = `order by cut.rank desc, ${order}`;
  return `${found} ${selectPage(page, total, joinIds(page, ids), end)}`;
}
