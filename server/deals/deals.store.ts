import { sql } from 'kysely';
import type pg from 'pg';

import type { DealListQuery } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';
import type { Owned, Scope } from '#server/records/records.policy.ts';
import { type Page, type Position, readPage } from '#server/records/records.store.ts';

/** A deal with the names of its partner and contact. */
export interface DealRow extends Owned {
  readonly id: string;
  readonly partner_name: string;
  readonly contact_first_name: string;
  readonly contact_last_name: string;
  readonly name: string;
  readonly amount: string | null;
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly last_activity_at: Date | null;
  readonly last_call_at: Date | null;
  readonly calls_made: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly updated_at: Date;
  readonly updated_by: string;
  readonly version: number;
  readonly operator_fields: Readonly<Record<string, unknown>>;
}

const select = `
  select r.id, r.partner_id, partners.name as partner_name, r.contact_id, contacts.first_name as contact_first_name,
    contacts.last_name as contact_last_name, r.name, r.amount, r.status, r.sub_status, r.status_since, r.sub_status_since,
    r.last_activity_at, r.last_call_at, r.calls_made, r.created_at, r.created_by, r.updated_at, r.updated_by, r.version,
    r.operator_fields`;

const listing = {
  table: 'deals',
  totals: 'deal_totals',
  select,
  sorts: {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    statusSinceDate: 'status_since',
    amount: 'amount',
  },
} as const;

/** One page of the deals within a scope. */
export async function listDeals(
  pool: pg.Pool,
  query: DealListQuery & { readonly scope: Scope; readonly position: Position | null },
): Promise<Page<DealRow>> {
  return readPage<DealRow>(pool, listing, query);
}

/** One deal, whoever's it is. */
export async function findDeal(db: Db, id: string): Promise<DealRow | undefined> {
  const { rows } = await sql<DealRow>`
    ${sql.raw(select)}
    from deals as r
    join contacts on contacts.id = r.contact_id
    join partners on partners.id = r.partner_id
    where r.id = ${id}`.execute(db);
  return rows[0];
}
