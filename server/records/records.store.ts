import { type Selectable, sql, type UpdateObject } from 'kysely';

import type { AddressPart } from '#contract/v1/addresses.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { type RecordListName, recordLists } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource, RecordColumns } from '#server/db/record-tables.ts';
import type { Tables } from '#server/db/schema.ts';

/** The columns of both leads and deals, with the names of the partner and the contact. */
export interface RecordRow extends Omit<
  Selectable<RecordColumns>,
  'search' | 'has_request' | 'created_via' | 'updated_via'
> {
  readonly partner_name: string;
  readonly contact_first_name: string;
  readonly contact_last_name: string;
}

export type StoredAddress = Partial<Record<AddressPart, string>>;
export type StoredValue = string | number | readonly string[] | StoredAddress;

/**
 * A lead’s creation fields as stored: only those with a value, in the shape of the request. The
 * owner is in separate columns.
 */
export type StoredFields = Readonly<Record<string, StoredValue>>;

/** A lead with the names of its partner and contact. */
export interface LeadRow extends RecordRow {
  readonly converted_deal_id: string | null;
  /** `unknown` of a lead that is older than its history. */
  readonly created_via: ChangeSource | 'unknown';
  readonly fields: StoredFields;
}

/** A deal with the names of its partner and contact. */
export interface DealRow extends RecordRow {
  readonly name: string;
  readonly amount: string | null;
}

/** The table of the records of a list has its name. */
export type RecordTable = RecordListName;
export const recordTables: readonly RecordTable[] = recordLists;

/** The rows of each table of records. */
export interface Rows {
  readonly leads: LeadRow;
  readonly deals: DealRow;
}

/** The differences of the types of records wherever they are listed, counted or exported. */
interface RecordDescription {
  /** The table with the number of records by contact. */
  readonly totals: 'lead_totals' | 'deal_totals';
  /** The columns of a record `r` besides those that leads and deals share. */
  readonly columns: string;
  /** The column with its amount. */
  readonly amount: string;
  /** The columns that are searched: also the words of the lead that a record came from. */
  readonly searched: readonly ('search' | 'lead_search')[];
  /** The column of each sort option. */
  readonly sorts: Readonly<Record<string, string>>;
  /** The query of the list. */
  readonly query: typeof leadListQuery | typeof dealListQuery;
}

const sorts = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  statusSinceDate: 'status_since',
  subStatusSinceDate: 'sub_status_since',
  lastActivityDate: 'last_activity_at',
  // Of the reader, beside the record.
  followUp: 'follow_up',
};

export const recordDescriptions: Readonly<Record<RecordTable, RecordDescription>> = {
  leads: {
    totals: 'lead_totals',
    columns: 'r.converted_deal_id, r.created_via, r.fields, r.amount_requested',
    amount: 'amount_requested',
    searched: ['search'],
    sorts: { ...sorts, amountRequested: 'amount_requested' },
    query: leadListQuery,
  },
  deals: {
    totals: 'deal_totals',
    columns: 'r.name, r.amount',
    amount: 'amount',
    searched: ['search', 'lead_search'],
    sorts: { ...sorts, amount: 'amount' },
    query: dealListQuery,
  },
};

/** Joins the partner and the contact of a record `r`. */
export const joinedOwners = `join contacts on contacts.id = r.contact_id
    join partners on partners.id = r.partner_id`;

/** Returns the `select` of the rows of a table, as `r` with {@link joinedOwners}. */
export function selectRows(table: RecordTable): string {
  return `select r.id, r.partner_id, partners.name as partner_name, r.contact_id,
    contacts.first_name as contact_first_name, contacts.last_name as contact_last_name, r.status,
    r.sub_status, r.status_since, r.sub_status_since, r.last_activity_at, r.last_call_at,
    r.calls_made, r.created_at, r.created_by, r.updated_at, r.updated_by, r.version,
    r.operator_fields, ${recordDescriptions[table].columns}`;
}

/** Returns a record of any owner by id. */
export async function findRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  id: string,
): Promise<Rows[Table] | undefined> {
  const { rows } = await sql<Rows[Table]>`
    ${sql.raw(selectRows(table))}
    from ${sql.table(table)} as r
    ${sql.raw(joinedOwners)}
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns a record, locked until the transaction ends. */
export async function lockRecord<Table extends RecordTable>(
  tx: Db,
  table: Table,
  id: string,
): Promise<Rows[Table] | undefined> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
  return findRecord(tx, table, id);
}

/**
 * Stores a change of a record, recorded with a key of the operator
 * (docs/decisions/history-and-feed.md), and increments the record’s version. The state of a deal
 * changes by `updateDealState`, which also updates the text for searches.
 */
export async function updateByOperator(
  db: Db,
  table: RecordTable,
  { id, keyId }: { readonly id: string; readonly keyId: string },
  change: UpdateObject<Tables, RecordTable>,
): Promise<void> {
  const by = { updated_by: keyId, updated_via: 'operator' } as const;
  await db
    .updateTable(table)
    .set({ ...change, ...by, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Stores a call about a record, recorded with a key of the operator. */
export async function recordCall(
  db: Db,
  table: RecordTable,
  record: { readonly id: string; readonly keyId: string },
  at: Date,
): Promise<void> {
  await updateByOperator(db, table, record, {
    calls_made: sql`calls_made + 1`,
    last_call_at: sql`greatest(last_call_at, ${at})`,
  });
}
