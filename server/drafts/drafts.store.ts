import { type Selectable, sql } from 'kysely';

import { type DraftContent, draftLimits } from '#contract/portal/new-lead/new-lead.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import type { Tables } from '#server/db/schema.ts';

import { findDraftId, type Submitter } from './drafts.policy.ts';

/** A draft as stored. */
export type DraftRow = Selectable<Tables['lead_drafts']>;

/** Returns the drafts of an account that are not submitted, the latest change first. */
export async function listDrafts(db: Db, accountId: string): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select * from lead_drafts where account_id = ${accountId} and lead_id is null
    order by updated_at desc, id`.execute(db);
  return rows;
}

/** Returns a draft of any owner by id. */
export async function findDraft(db: Db, id: string): Promise<DraftRow | undefined> {
  return db.selectFrom('lead_drafts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a draft as {@link findDraft}, locked for the rest of the transaction. */
export async function lockDraft(tx: Db, id: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select * from lead_drafts where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Returns the number of drafts of an account that are not submitted. */
export async function countDrafts(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql`
    select from lead_drafts where account_id = ${accountId} and lead_id is null`.execute(db);
  return rows.length;
}

/** Stores a new draft, unless there is one with its id. */
export async function insertDraft(
  db: Db,
  { accountId, partnerId }: Pick<ContactCaller, 'accountId' | 'partnerId'>,
  { id, content }: { readonly id: string; readonly content: DraftContent },
): Promise<void> {
  const ids = { id, account_id: accountId, partner_id: partnerId };
  await db
    .insertInto('lead_drafts')
    .values({ ...ids, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the content of a draft that is not submitted, and returns its new state. */
export async function updateDraft(tx: Db, id: string, content: DraftContent): Promise<DraftRow> {
  return tx
    .updateTable('lead_drafts')
    .set({
      content: JSON.stringify(content),
      version: sql`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a draft. */
export async function deleteDraft(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('lead_drafts').where('id', '=', id).execute();
}

/** Deletes the drafts, submitted or not, that were last changed before the retention period. */
export async function deleteOldDrafts(db: Db): Promise<void> {
  const before = ago(`${draftLimits.retentionDays} days`);
  await db.deleteFrom('lead_drafts').where('updated_at', '<', before).execute();
}

/**
 * Ends the draft of the caller that an idempotency key belongs to, if any: its content is deleted,
 * and the lead that it became is stored. Returns false if the draft became another lead before.
 */
export async function submitDraft(
  db: Db,
  { caller, key }: Submitter,
  leadId: string,
): Promise<boolean> {
  const id = findDraftId({ caller, key });
  if (id === undefined) return true;
  const { rows } = await sql<{ is_submitted: boolean }>`
    with submitted as (
      update lead_drafts set content = null, lead_id = ${leadId}, version = version + 1, updated_at = now()
      where id = ${id} and account_id = ${caller.accountId} and (lead_id is null or lead_id = ${leadId})
      returning id)
    select exists (select from submitted) as is_submitted
    from lead_drafts where id = ${id} and account_id = ${caller.accountId}`.execute(db);
  return rows[0]?.is_submitted !== false;
}

/** Returns whether a draft of an account became a lead. */
export async function isDraftSubmitted(db: Db, accountId: string, id: string): Promise<boolean> {
  const draft = await findDraft(db, id);
  return draft?.account_id === accountId && draft.lead_id !== null;
}
