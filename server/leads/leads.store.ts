import { sql } from 'kysely';

import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Owned, Scope } from '#server/records/records.policy.ts';
import {
  findRecord,
  type Page,
  type Position,
  readPage,
  recordColumns,
  type RecordRow,
} from '#server/records/records.store.ts';

import { type KeptFields, leadSearchText } from './leads.rules.ts';

/** A lead with the names of its partner and contact. */
export interface LeadRow extends RecordRow {
  readonly converted_deal_id: string | null;
  readonly fields: KeptFields;
}

const listing = {
  table: 'leads',
  totals: 'lead_totals',
  select: `select ${recordColumns}, r.converted_deal_id, r.fields, r.amount_requested`,
  sorts: {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    statusSinceDate: 'status_since',
    amountRequested: 'amount_requested',
  },
} as const;

/** One page of the leads within a scope. */
export async function listLeads(
  database: Database,
  query: LeadListQuery & { readonly scope: Scope; readonly position: Position | null },
): Promise<Page<LeadRow>> {
  return readPage<LeadRow>(database, listing, query);
}

/** One lead, whoever's it is. */
export async function findLead(db: Db, id: string): Promise<LeadRow | undefined> {
  return findRecord<LeadRow>(db, listing, id);
}

/** One lead that nobody else can change until the transaction ends. */
export async function lockLead(tx: Db, id: string): Promise<LeadRow | undefined> {
  await sql`select from leads where id = ${id} for no key update`.execute(tx);
  return findLead(tx, id);
}

/** A lead to be. */
export interface NewLead extends Owned {
  readonly status: string;
  readonly sub_status: string;
  readonly created_by: string;
  readonly fields: KeptFields;
}

/** Stores a lead under a new id, which is given back. */
export async function insertLead(db: Db, lead: NewLead): Promise<string> {
  const id = newId();
  await db
    .insertInto('leads')
    .values({ ...lead, id, updated_by: lead.created_by, search: leadSearchText(lead.fields) })
    .execute();
  return id;
}

/** Gives a lead its changed fields and owner, and raises its version. */
export async function updateLead(
  db: Db,
  id: string,
  change: Owned & { readonly updated_by: string; readonly fields: KeptFields },
): Promise<void> {
  await db
    .updateTable('leads')
    .set({
      ...change,
      search: leadSearchText(change.fields),
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
