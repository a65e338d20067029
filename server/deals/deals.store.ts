import type { DealListQuery } from '#contract/v1/lists.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Scope } from '#server/records/records.policy.ts';
import {
  findRecord,
  type Page,
  type Position,
  readPage,
  recordColumns,
  type RecordRow,
} from '#server/records/records.store.ts';

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
    amount: 'amount',
  },
} as const;

/** Returns one page of the deals within a scope. */
export async function listDeals(
  database: Database,
  query: DealListQuery & { readonly scope: Scope; readonly position: Position | null },
): Promise<Page<DealRow>> {
  return readPage<DealRow>(database, listing, query);
}

/** Returns a deal by id, whoever owns it. */
export async function findDeal(db: Db, id: string): Promise<DealRow | undefined> {
  return findRecord<DealRow>(db, listing, id);
}
