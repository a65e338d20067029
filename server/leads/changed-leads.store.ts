import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Owned } from '#server/records/records.policy.ts';

/** The columns of one lead that a change to many needs. */
export interface LockedLead extends Owned {
  readonly id: string;
  /** Empty if it has none. */
  readonly notes: string;
}

/**
 * Returns leads, locked until the transaction ends. Those that another transaction has locked are
 * left out: waiting for them would keep the others locked meanwhile.
 */
export async function lockFreeLeads(tx: Db, ids: readonly string[]): Promise<LockedLead[]> {
  const { rows } = await sql<LockedLead>`
    select id, partner_id, contact_id, coalesce(fields ->> 'notes', '') as notes from leads
    where id = any(${ids}) for no key update skip locked`.execute(tx);
  return rows;
}

/** Returns those of the ids that name leads. */
export async function existingLeads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where id = any(${ids})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Stores another contact, of the same partner, for each of some leads, by an account’s page. */
export async function reassignLeads(
  tx: Db,
  accountId: string,
  leads: readonly { readonly id: string; readonly contactId: string }[],
): Promise<void> {
  if (leads.length === 0) return;
  await sql`
    update leads set contact_id = reassigned.contact_id,
      updated_by = ${accountId}, updated_via = 'portal', version = version + 1
    from unnest(${leads.map(({ id }) => id)}::text[],
      ${leads.map(({ contactId }) => contactId)}::text[]) as reassigned (id, contact_id)
    where leads.id = reassigned.id`.execute(tx);
}

/**
 * Stores other notes for each of some leads, by an account’s page; empty ones clear the field. No
 * search finds notes, so the leads’ search text stays.
 */
export async function saveNotes(
  tx: Db,
  accountId: string,
  leads: readonly { readonly id: string; readonly notes: string }[],
): Promise<void> {
  if (leads.length === 0) return;
  await sql`
    update leads set fields = case when noted.notes = '' then fields - 'notes'
        else fields || jsonb_build_object('notes', noted.notes) end,
      updated_by = ${accountId}, updated_via = 'portal', version = version + 1
    from unnest(${leads.map(({ id }) => id)}::text[],
      ${leads.map(({ notes }) => notes)}::text[]) as noted (id, notes)
    where leads.id = noted.id`.execute(tx);
}
