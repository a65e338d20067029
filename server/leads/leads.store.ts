import { sql } from 'kysely';

import type { DealLead } from '#contract/portal/deals.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import { newLeadStatus } from '#contract/v1/values.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Via } from '#server/db/record-tables.ts';
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

/** A lead to insert. */
export interface NewLead extends Owned {
  readonly status: string;
  readonly sub_status: string;
  readonly created_by: string;
  readonly created_via: Via;
  readonly fields: StoredFields;
}

/** Stores a new lead and returns its id. */
export async function insertLead(db: Db, lead: NewLead): Promise<string> {
  const id = newId();
  await db
    .insertInto('leads')
    .values({
      ...lead,
      id,
      updated_by: lead.created_by,
      updated_via: lead.created_via,
      search: leadSearchText(lead.fields),
    })
    .execute();
  return id;
}

/** The place of a new lead in the order of creation, by which lists are sorted. */
export interface LeadPlace {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * Stores many new leads in one statement and returns their ids, in the same order. Leads that name
 * no contact go to the owner’s contact. `places`: the place of each lead; by default all are
 * created now, in no order.
 */
export async function insertLeads(
  tx: Db,
  { contact_id: contactId, ...owner }: Owned & Pick<NewLead, 'created_by' | 'created_via'>,
  leads: readonly LeadCreateFields[],
  places?: readonly LeadPlace[],
): Promise<string[]> {
  const rows = leads.map((lead, at) => {
    const fields = changedFields({}, lead);
    const { id = newId(), createdAt } = places?.[at] ?? {};
    const contact = lead.brokerRepId ?? contactId;
    return { id, contact_id: contact, created: createdAt, fields, search: leadSearchText(fields) };
  });
  await sql`
    insert into leads (id, partner_id, contact_id, status, sub_status, created_at, status_since, sub_status_since,
      updated_at, created_by, updated_by, created_via, updated_via, fields, search)
    select id, ${owner.partner_id}, contact_id, ${newLeadStatus.status}, ${newLeadStatus.subStatus},
      coalesce(created, now()), coalesce(created, now()), coalesce(created, now()), coalesce(created, now()),
      ${owner.created_by}, ${owner.created_by}, ${owner.created_via}, ${owner.created_via}, fields, search
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows(
      id text, contact_id text, created timestamptz, fields jsonb, search text)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A lead that has one of the keys. */
export interface KeyHolder {
  readonly key: string;
  readonly leadId: string;
  /** The lead’s person and company. */
  readonly client: string;
}

/**
 * Returns, for each key (`contract/bulk-upload/duplicate-keys.ts`) that a lead of the partner has,
 * the newest such lead. Each key is looked up in the index separately: for all keys in one
 * condition (`&&`), the planner expects many matches and reads every lead. `offset 0` keeps the
 * partner out of the lookup: where the planner expects the partner to have few leads, as after a
 * large upload, it would read all of them for each key.
 */
export async function findKeyHolders(
  db: Db,
  partnerId: string,
  keys: readonly string[],
): Promise<KeyHolder[]> {
  const { rows } = await sql<KeyHolder>`
    select distinct on (key) key, id as "leadId",
      concat_ws(', ', concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName'), fields ->> 'companyName') as client
    from unnest(${keys}::text[]) as key
      cross join lateral (select * from leads where duplicate_keys @> array[key] offset 0) as held
    where partner_id = ${partnerId}
    order by key, created_at desc, id desc`.execute(db);
  return rows;
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
