import { sql } from 'kysely';

import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { ListRequest } from '#server/records/list/page-query.ts';
import {
  changedByOperator,
  countRecords,
  everyRecord,
  findRecord,
  oneCallMore,
  type Page,
  type PageRequest,
  readPage,
  recordColumns,
  type RecordRow,
} from '#server/records/list/records.store.ts';
import type { Owned } from '#server/records/records.policy.ts';

import { dealSearchText } from './deals.rules.ts';

/** A deal with the names of its partner and contact. */
export interface DealRow extends RecordRow {
  readonly name: string;
  readonly amount: string | null;
}

const listing = {
  table: 'deals',
  totals: 'deal_totals',
  select: `select ${recordColumns}, r.name, r.amount`,
  sorts: {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    statusSinceDate: 'status_since',
    subStatusSinceDate: 'sub_status_since',
    lastActivityDate: 'last_activity_at',
    amount: 'amount',
  },
} as const;

/** Returns one page of the deals within a scope. */
export async function listDeals(
  database: Database,
  query: DealListQuery & Pick<PageRequest, 'scope' | 'readerId' | 'position'>,
): Promise<Page<DealRow>> {
  return readPage<DealRow>(database, listing, query);
}

/** Yields all deals that a request finds, newest first, in groups. */
export function everyDeal(db: Db, request: ListRequest): AsyncGenerator<DealRow[]> {
  return everyRecord<DealRow>(db, listing, request);
}

/** Returns how many deals a request finds. */
export async function countDeals(db: Db, request: ListRequest): Promise<number> {
  return countRecords(db, listing, request);
}

/** Returns a deal by id, whoever owns it. */
export async function findDeal(db: Db, id: string): Promise<DealRow | undefined> {
  return findRecord<DealRow>(db, listing, id);
}

/** Returns a deal, locked until the transaction ends. */
export async function lockDeal(tx: Db, id: string): Promise<DealRow | undefined> {
  await sql`select from deals where id = ${id} for no key update`.execute(tx);
  return findDeal(tx, id);
}

/** What the operator’s side sets of a deal. */
export interface DealState extends Owned {
  readonly name: string;
  /** With two decimals. */
  readonly amount: string | null;
  readonly status: string;
  readonly sub_status: string;
  readonly operator_fields: Readonly<Record<string, unknown>>;
}

/** Stores a new deal, created by a key of the operator, and returns its id. */
export async function insertDeal(db: Db, deal: DealState, keyId: string): Promise<string> {
  const id = newId();
  await db
    .insertInto('deals')
    .values({
      ...deal,
      id,
      created_by: keyId,
      created_via: 'operator',
      updated_by: keyId,
      updated_via: 'operator',
      search: dealSearchText(deal.name, deal.operator_fields),
    })
    .execute();
  return id;
}

/** Stores a change by a key of the operator, and increments the deal’s version. */
export async function updateDealState(
  db: Db,
  id: string,
  change: DealState,
  keyId: string,
): Promise<void> {
  await db
    .updateTable('deals')
    .set({
      ...change,
      ...changedByOperator(keyId),
      search: dealSearchText(change.name, change.operator_fields),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores a call about a deal, recorded with a key of the operator. */
export async function recordDealCall(db: Db, id: string, at: Date, keyId: string): Promise<void> {
  await db
    .updateTable('deals')
    .set({ ...oneCallMore(at), ...changedByOperator(keyId) })
    .where('id', '=', id)
    .execute();
}
