import { sql } from 'kysely';

import type { DealLead } from '#contract/portal/deals.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Via } from '#server/db/record-tables.ts';
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
import type { Owned, Scope } from '#server/records/records.policy.ts';

import { type StoredFields, leadSearchText } from './leads.rules.ts';

/** A lead with the names of its partner and contact. */
export interface LeadRow extends RecordRow {
  readonly converted_deal_id: string | null;
  /** `unknown` of a lead that is older than its history. */
  readonly created_via: Via | 'unknown';
  readonly fields: StoredFields;
}

const listing = {
  table: 'leads',
  totals: 'lead_totals',
  select: `select ${recordColumns}, r.converted_deal_id, r.created_via, r.fields, r.amount_requested`,
  sorts: {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    statusSinceDate: 'status_since',
    subStatusSinceDate: 'sub_status_since',
    lastActivityDate: 'last_activity_at',
    amountRequested: 'amount_requested',
  },
} as const;

/** Returns one page of the leads within a scope. */
export async function listLeads(
  database: Database,
  query: LeadListQuery & Pick<PageRequest, 'scope' | 'readerId' | 'position'>,
): Promise<Page<LeadRow>> {
  return readPage<LeadRow>(database, listing, query);
}

/** Yields all leads that a request finds, newest first, in groups. */
export function everyLead(db: Db, request: ListRequest): AsyncGenerator<LeadRow[]> {
  return everyRecord<LeadRow>(db, listing, request);
}

/** Returns how many leads a request finds. */
export async function countLeads(db: Db, request: ListRequest): Promise<number> {
  return countRecords(db, listing, request);
}

/** Returns a lead by id, whoever owns it. */
export async function findLead(db: Db, id: string): Promise<LeadRow | undefined> {
  return findRecord<LeadRow>(db, listing, id);
}

const text = <Name extends string>(name: Name) =>
  sql<string>`coalesce(fields ->> ${sql.lit(name)}, '')`.as(name);

/** Returns the newest lead within a scope that became a deal. */
export async function findLeadOfDeal(
  db: Db,
  dealId: string,
  scope: Scope,
): Promise<DealLead | undefined> {
  return (await findLeadsOfDeals(db, [dealId], scope)).get(dealId);
}

/** Returns the newest leads within a scope that became deals, by the ids of the deals. */
export async function findLeadsOfDeals(
  db: Db,
  dealIds: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, DealLead>> {
  let query = db
    .selectFrom('leads')
    .distinctOn('converted_deal_id')
    .select([
      'converted_deal_id as dealId',
      'id',
      text('firstName'),
      text('lastName'),
      text('companyName'),
      text('phone'),
      text('email'),
    ])
    .where('converted_deal_id', '=', sql<string>`any(${dealIds})`)
    .orderBy('converted_deal_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if ('contactId' in scope) query = query.where('contact_id', '=', scope.contactId);
  if ('partnerId' in scope) query = query.where('partner_id', '=', scope.partnerId);
  const rows = await query.execute();
  return new Map(rows.map(({ dealId, ...lead }) => [dealId ?? '', lead]));
}

/** Returns a lead, locked until the transaction ends. */
export async function lockLead(tx: Db, id: string): Promise<LeadRow | undefined> {
  await sql`select from leads where id = ${id} for no key update`.execute(tx);
  return findLead(tx, id);
}

/** Stores a lead’s changed fields and owner, and increments the lead’s version. */
export async function updateLead(
  db: Db,
  id: string,
  change: Owned & {
    readonly updated_by: string;
    readonly updated_via: Via;
    readonly fields: StoredFields;
  },
): Promise<void> {
  await db
    .updateTable('leads')
    .set({
      ...change,
      search: leadSearchText(change.fields),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** What the operator’s side changes of a lead. */
export interface LeadState {
  readonly status: string;
  readonly sub_status: string;
  readonly operator_fields: Readonly<Record<string, unknown>>;
  readonly converted_deal_id?: string;
}

/** Stores a change by a key of the operator, and increments the lead’s version. */
export async function updateLeadState(
  db: Db,
  id: string,
  change: LeadState,
  keyId: string,
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ ...change, ...changedByOperator(keyId) })
    .where('id', '=', id)
    .execute();
}

/** Stores a call about a lead, recorded with a key of the operator. */
export async function recordLeadCall(db: Db, id: string, at: Date, keyId: string): Promise<void> {
  await db
    .updateTable('leads')
    .set({ ...oneCallMore(at), ...changedByOperator(keyId) })
    .where('id', '=', id)
    .execute();
}
