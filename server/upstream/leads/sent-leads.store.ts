import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** A lead that was sent to the upstream service, with its last known state. */
export type SentLeadRow = Selectable<Tables['sent_leads']> & {
  /** Whether the request that sends the lead may still be waiting for the response. */
  readonly isSending: boolean;
};

const isSending = sql<boolean>`sending_until > now()`.as('isSending');

/** An idempotency key of one account. */
interface LeadKey {
  readonly callerId: string;
  readonly partnerId: string;
  readonly key: string;
}

/** A lead that is about to be sent. */
export interface LeadToSend extends LeadKey {
  /** SHA-256 of the submitted content. */
  readonly contentHash: string;
  readonly reference: string;
  /** Milliseconds after which sending has certainly completed or failed. */
  readonly sendingMs: number;
}

/**
 * The retention is long because a page that was left open must not send its lead again, however
 * late it asks for the outcome.
 */
const isOld = sql<boolean>`sent_leads.sent_at < now() - interval '30 days'`;

/**
 * Stores a lead before it is sent. `isNew` is true when the caller has to send the lead; otherwise
 * it was sent before, and `row` is its current state.
 */
export async function writeSentLead(
  db: Db,
  lead: LeadToSend,
): Promise<{ row: SentLeadRow; isNew: boolean }> {
  const { callerId, partnerId, key, contentHash, reference, sendingMs } = lead;
  const fresh = {
    content_hash: contentHash,
    reference,
    sent_at: sql<Date>`now()`,
    sending_until: sql<Date>`now() + ${sendingMs} * interval '1 millisecond'`,
    status: 'sent' as const,
    response: sql<string>`null`,
  };
  const written = await db
    .insertInto('sent_leads')
    .values({ account_id: callerId, partner_id: partnerId, key, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key', 'partner_id']).doUpdateSet(fresh).where(isOld),
    )
    .returningAll()
    .returning(isSending)
    .executeTakeFirst();
  if (written) return { row: written, isNew: true };
  const row = await readSentLead(db, lead);
  // The row was deleted between the two statements, so the key is free again.
  if (!row) return writeSentLead(db, lead);
  return { row, isNew: false };
}

/**
 * Returns what the other submissions of a draft came to, each with a key of its own: whether one
 * made a lead, or may still do so because its request runs. One with an unknown outcome counts as
 * neither, because the person decides whether to submit again. Until the end of the transaction, no
 * other submission of the draft is stored.
 */
export async function lockSubmissionsOfDraft(
  tx: Db,
  { callerId, key, draftId }: LeadKey & { readonly draftId: string },
): Promise<{ readonly hasLead: boolean; readonly isSending: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext(${draftId}))`.execute(tx);
  const rows = await tx
    .selectFrom('sent_leads')
    .select(['status', isSending])
    .where('account_id', '=', callerId)
    .where('key', '<>', key)
    .where((of) => of.or([of('key', '=', draftId), of('key', 'like', `${draftId}.%`)]))
    .execute();
  return {
    hasLead: rows.some(({ status }) => status === 'created'),
    isSending: rows.some((row) => row.status === 'sent' && row.isSending),
  };
}

/** Returns the current state of a sent lead; undefined when its row was deleted. */
export async function readSentLead(db: Db, of: LeadKey): Promise<SentLeadRow | undefined> {
  const sent = db.selectFrom('sent_leads').selectAll().select(isSending);
  return sent.where(hasKey(of)).executeTakeFirst();
}

/**
 * Saves the outcome of a lead unless an outcome is already stored. Returns whether it was saved.
 */
export async function saveOutcome(
  db: Db,
  of: LeadKey,
  status: 'created' | 'rejected',
  response: object,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sent_leads')
    .set({ status, response: JSON.stringify(response), sending_until: sql<Date>`now()` })
    .where(hasKey(of))
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that no request waits for the response any more. */
export async function endSending(db: Db, of: LeadKey): Promise<void> {
  await sql`update sent_leads set sending_until = now() where ${hasKey(of)}`.execute(db);
}

/** Deletes a lead that has certainly not arrived, so that the same key can send it again. */
export async function deleteUnsent(db: Db, of: LeadKey): Promise<void> {
  await db.deleteFrom('sent_leads').where(hasKey(of)).where('status', '=', 'sent').execute();
}

/**
 * Returns the ids of leads with one of these references that this account has created: none of them
 * is the target lead.
 */
export async function createdLeadIds(db: Db, accountId: string, references: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select response ->> 'id' as id from sent_leads
    where account_id = ${accountId} and reference = any(${references}) and status = 'created'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the leads whose retention has ended. */
export async function deleteOldSentLeads(db: Db): Promise<void> {
  await db.deleteFrom('sent_leads').where(isOld).execute();
}

function hasKey({ callerId, partnerId, key }: LeadKey) {
  return sql<boolean>`(account_id, key, partner_id) = (${callerId}, ${key}, ${partnerId})`;
}
