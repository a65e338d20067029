import { CompiledQuery, sql, type Updateable } from 'kysely';
import type pg from 'pg';

import type { LeadCreateFields } from '#contract/v1/leads.ts';
import { newLeadStatus } from '#contract/v1/values.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';
import type { Tables } from '#server/db/schema.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { Owned, Scope } from '#server/records/records.policy.ts';
import type { StoredFields } from '#server/records/records.store.ts';

import { changedFields, leadSearchText } from './leads.rules.ts';

const text = <Name extends string>(name: Name) =>
  sql<string>`coalesce(fields ->> ${sql.lit(name)}, '')`.as(name);

/** Returns the newest lead within a scope that became a deal. */
export async function findLeadOfDeal(db: Db, dealId: string, scope: Scope) {
  return (await findLeadsOfDeals(db, [dealId], scope)).get(dealId);
}

/** Returns the newest leads within a scope that became deals, by the ids of the deals. */
export async function findLeadsOfDeals(db: Db, dealIds: readonly string[], scope: Scope) {
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

/** Stores a lead’s changed fields and owner, and increments the lead’s version. */
export async function updateLead(
  db: Db,
  id: string,
  change: Updateable<Tables['leads']> & { readonly fields: StoredFields },
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ ...change, search: leadSearchText(change.fields), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The owner and the creator of new leads, and how they are created. */
export interface NewLeadOwner extends Owned {
  readonly created_by: string;
  readonly created_via: ChangeSource;
}

/** The place of a new lead in the order of creation, by which lists are sorted. */
export interface LeadPlace {
  readonly id: string;
  readonly createdAt: Date;
  /** When it was written; by default now. */
  readonly updatedAt?: Date;
}

// Named, so that each connection outside a transaction plans it once.
const insertion = {
  name: 'insert-leads',
  text: `
    insert into leads (id, partner_id, contact_id, status, sub_status, created_at, updated_at, created_by, updated_by,
      created_via, updated_via, fields, search)
    select id, $1, contact_id, $2, $3, created, updated, $4, $4, $5, $5, fields, search
    from json_to_recordset($6::json) as rows(
      id text, contact_id text, created timestamptz, updated timestamptz, fields jsonb, search text)`,
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
    updated: place?.updatedAt,
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
    async (leads: readonly { owner: NewLeadOwner; row: NewRow }[]) => {
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

/**
 * Returns whether the database has rejected a statement for a value in it, so that nothing is
 * stored: a data exception, or a violated constraint.
 */
const isRejectedRow = (error: unknown): boolean => /^2[23]...$/.test(systemErrorCode(error) ?? '');
