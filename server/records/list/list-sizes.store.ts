import { sql } from 'kysely';

import { maxFilteredTotal } from '#contract/v1/paging.ts';
import type { Db } from '#server/db/connect.ts';
import { queryRows, statement, whereAll } from '#server/db/statement.ts';
import { narrowestOwner, type Scope } from '#server/records/records.policy.ts';
import { type RecordTable, recordDescriptions } from '#server/records/records.store.ts';
import { searchTerms, wordsIn } from '#server/records/search/search-terms.ts';
import { sample } from '#server/records/search/tolerant-search.store.ts';

import type { UploadLookup } from './deal-lead-filters.store.ts';
import { listConditions } from './list-conditions.store.ts';
import { isLookedUp, type PageRequest, type ReadRequest } from './list-request.ts';

/** The sizes of a page’s sources, which decide its plan. */
export interface ListSizes {
  /** The owner whose records are all read, because they are few; else null. */
  readonly smallOwner: Scope | null;
  /** Whether the upload of the filter has few leads. */
  readonly isSmallUpload: boolean;
  /** Whether a search finds so many records that their total is not shown. */
  readonly isFrequent: boolean;
  readonly uploadLookup: UploadLookup;
}

/** Maximum number of an owner’s records to read all of them for a page in another order. */
const maxSorted = 50_000;
/** As {@link maxSorted}, to look for words and uploads in them: an index takes some 10 ms. */
const maxSearched = 2_000;

/** Returns from how much a page is read. */
export async function readListSizes(
  db: Db,
  table: RecordTable,
  request: ReadRequest<PageRequest>,
): Promise<ListSizes> {
  const { bulkUploadId: uploadId = '' } = request;
  const [smallOwner, isSmall, hasManyDeals] = await Promise.all([
    findSmallOwner(db, table, request),
    isSmallUpload(db, uploadId),
    table === 'deals' && checkManyDeals(db, uploadId),
  ]);
  const lookups: Readonly<Record<RecordTable, UploadLookup | false>> = {
    leads: isSmall && 'each lead',
    deals: hasManyDeals && 'each deal',
  };
  return {
    smallOwner,
    isSmallUpload: isSmall,
    isFrequent: smallOwner === null && (await isFrequent(db, table, request)),
    uploadLookup: (smallOwner === null && lookups[table]) || 'rows',
  };
}

async function findSmallOwner(db: Db, table: RecordTable, request: PageRequest) {
  const { scope, sort, brokerId, brokerRepId } = request;
  const isSearched = isLookedUp(request);
  // In the order of creation each owner has an index.
  if (sort.by === 'createdAt' && !isSearched) return null;
  const owner = narrowestOwner(scope, brokerId, brokerRepId);
  if ('everything' in owner) return null;
  const [column, id] =
    'contactId' in owner
      ? (['contact_id', owner.contactId] as const)
      : (['partner_id', owner.partnerId] as const);
  const { total } = await db
    .selectFrom(recordDescriptions[table].totals)
    .select(sql<string | null>`sum(total)`.as('total'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return Number(total) <= (isSearched ? maxSearched : maxSorted) ? owner : null;
}

/** Returns whether a search of frequent words alone finds many in a sample. */
async function isFrequent(db: Db, table: RecordTable, request: ReadRequest<PageRequest>) {
  const { q, isTolerant, frequent = new Set() } = request;
  const terms = searchTerms(q);
  if (!terms || isTolerant || !wordsIn(terms).every((word) => frequent.has(word))) return false;
  const query = statement(
    (bind) => `
      select count(*) as total from (
        select from ${table} as r tablesample system (${sample.percent}) repeatable (1)
        ${whereAll(listConditions(table, request, bind))} limit ${sample.enough}) as found`,
  );
  const [row] = await queryRows<{ total: number }>(db, query);
  return row?.total === sample.enough;
}

/** Returns whether an upload has so few rows that all their leads are counted. */
async function isSmallUpload(db: Db, uploadId: string): Promise<boolean> {
  if (uploadId === '') return false;
  const rows = db
    .selectFrom('bulk_upload_rows')
    .select('row_number')
    .where('upload_id', '=', uploadId)
    .limit(maxFilteredTotal + 1)
    .as('rows');
  const { total } = await db
    .selectFrom(rows)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total) <= maxFilteredTotal;
}

/** How many deals are a sample, and how many of them have to be of an upload of many deals. */
const sampledDeals = { deals: 200, ofUpload: 60 };

/** Returns whether the leads of an upload became a large share of all deals; ids are random. */
async function checkManyDeals(db: Db, uploadId: string): Promise<boolean> {
  if (uploadId === '') return false;
  const { rows } = await sql<{ total: string }>`
    select count(*) as total
    from (select id, partner_id from deals order by id limit ${sql.lit(sampledDeals.deals)}) as sampled
    where exists (
      select from leads join bulk_upload_rows as rows on (rows.lead_id, rows.partner_id) = (leads.id, leads.partner_id)
      where (leads.converted_deal_id, leads.partner_id) = (sampled.id, sampled.partner_id) and rows.upload_id = ${uploadId} offset 0)`.execute(
    db,
  );
  return Number(rows[0]?.total) >= sampledDeals.ofUpload;
}
