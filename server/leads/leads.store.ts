import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';

import type { DealLead } from '#contract/portal/deals.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import { newLeadStatus } from '#contract/v1/values.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { Via } from '#server/db/record-tables.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { ListRequest } from '#server/records/page-query.ts';
import type { Owned, Scope } from '#server/records/records.policy.ts';
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
} from '#server/records/records.store.ts';

import { changedFields, type StoredFields, leadSearchText } from './leads.rules.ts';

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
  let query = db
    .selectFrom('leads')
    .select(['id', text('firstName'), text('lastName'), text('companyName')])
    .where('converted_deal_id', '=', dealId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  if ('contactId' in scope) query = query.where('contact_id', '=', scope.contactId);
  if ('partnerId' in scope) query = query.where('partner_id', '=', scope.partnerId);
  return query.executeTakeFirst();
}

/** Returns a lead, locked until the transaction ends. */
export async function lockLead(tx: Db, id: string): Promise<LeadRow | undefined> {
  await sql`select from leads where id = ${id} for no key update`.execute(tx);
  return findLead(tx, id);
}

/** Whose new leads are, who creates them, and how. */
export interface NewLeadOwner extends Owned {
  readonly created_by: string;
  readonly created_via: Via;
}

/** The place of a new lead in the order of creation, by which lists are sorted. */
export interface LeadPlace {
  readonly id: string;
  readonly createdAt: Date;
}

// Named, so that each connection outside a transaction plans it once.
const insertion = {
  name: 'insert-leads',
  text: `
    insert into leads (id, partner_id, contact_id, status, sub_status, created_at, status_since, sub_status_since,
      updated_at, created_by, updated_by, created_via, updated_via, fields, search)
    select id, $1, contact_id, $2, $3, coalesce(created, now()), coalesce(created, now()), coalesce(created, now()),
      coalesce(created, now()), $4, $4, $5, $5, fields, search
    from json_to_recordset($6::json) as rows(
      id text, contact_id text, created timestamptz, fields jsonb, search text)`,
};

/**
 * Stores many new leads in one statement and returns their ids, in the same order. Leads that name
 * no contact go to the owner’s contact. `places`: the place of each lead; by default all are
 * created now, in no order.
 */
export async function insertLeads(
  tx: Db,
  owner: NewLeadOwner,
  leads: readonly LeadCreateFields[],
  places?: readonly LeadPlace[],
): Promise<string[]> {
  const rows = leads.map((lead, at) => newRow(owner, lead, places?.[at]));
  await tx.executeQuery(CompiledQuery.raw(insertion.text, insertedValues(owner, rows)));
  return rows.map(({ id }) => id);
}

type NewRow = ReturnType<typeof newRow>;

function newRow(owner: NewLeadOwner, lead: LeadCreateFields, place?: LeadPlace) {
  const fields = changedFields({}, lead);
  return {
    id: place?.id ?? newId(),
    contact_id: lead.brokerRepId ?? owner.contact_id,
    created: place?.createdAt,
    fields,
    search: leadSearchText(fields),
  };
}

function insertedValues(owner: NewLeadOwner, rows: readonly NewRow[]): string[] {
  const { status, subStatus } = newLeadStatus;
  const { partner_id: partnerId, created_by: by, created_via: via } = owner;
  return [partnerId, status, subStatus, by, via, JSON.stringify(rows)];
}

/**
 * Returns a function that stores a new lead and returns its id: within a transaction by itself, and
 * otherwise together with those that the same caller creates for the same contact at the same time,
 * in one statement. Separate statements would wait for each other, because each changes the
 * contact’s total, and each would run every trigger.
 */
export function leadInserter(
  pool: pg.Pool,
): (db: Db, owner: NewLeadOwner, lead: LeadCreateFields) => Promise<string> {
  const insert = inBatches(
    async (leads: readonly NewLead[]) => {
      const [first] = leads;
      if (!first) return [];
      const rows = leads.map(({ row }) => row);
      await pool.query({ ...insertion, values: insertedValues(first.owner, rows) });
      return rows.map(({ id }) => id);
    },
    { maxItems: 50, maxRunning: 2, isRetriedAlone: isRejectedRow },
  );
  return async (db, owner, lead) => {
    if (db.isTransaction) return (await insertLeads(db, owner, [lead]))[0] ?? '';
    const row = newRow(owner, lead);
    const group = [owner.partner_id, row.contact_id, owner.created_by, owner.created_via].join(' ');
    return insert({ owner, row }, group);
  };
}

interface NewLead {
  readonly owner: NewLeadOwner;
  readonly row: NewRow;
}

/**
 * Returns whether the database has rejected a statement for a value in it, so that nothing is
 * stored: a data exception, or a violated constraint.
 */
function isRejectedRow(error: unknown): boolean {
  return /^2[23]...$/.test(systemErrorCode(error) ?? '');
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
      updated_at: sql`now()`,
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
