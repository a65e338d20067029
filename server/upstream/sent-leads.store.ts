import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** A lead that was sent to the service behind the portal, and what is known of it. */
export type SentLeadRow = Selectable<Tables['sent_leads']> & {
  /** Whether whoever sends it may still be waiting for the answer. */
  readonly isSending: boolean;
};

const isSending = sql<boolean>`sending_until > now()`.as('isSending');

/** What a key of one account stands for. */
interface LeadKey {
  readonly accountId: string;
  readonly key: string;
}

/** A lead that is about to be sent. */
export interface LeadToSend extends LeadKey {
  /** SHA-256 of what was submitted. */
  readonly contentHash: string;
  readonly reference: string;
  /** Milliseconds within which the sending is over, one way or the other. */
  readonly longest: number;
}

/** A page that was left open must not send its lead again, however late it asks what became of it. */
const isOld = sql<boolean>`sent_leads.sent_at < now() - interval '30 days'`;

/** Writes down a lead before it is sent. `isNew`: it is the caller's to send; else it was sent before, and is as it stands now. */
export async function writeSentLead(
  db: Db,
  { accountId, key, contentHash, reference, longest }: LeadToSend,
): Promise<{ row: SentLeadRow; isNew: boolean }> {
  const fresh = {
    content_hash: contentHash,
    reference,
    sent_at: sql<Date>`now()`,
    sending_until: sql<Date>`now() + ${longest} * interval '1 millisecond'`,
    status: 'sent' as const,
    answer: sql<string>`null`,
  };
  const written = await db
    .insertInto('sent_leads')
    .values({ account_id: accountId, key, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet(fresh).where(isOld),
    )
    .returningAll()
    .returning(isSending)
    .executeTakeFirst();
  if (written) return { row: written, isNew: true };
  const row = await readSentLead(db, { accountId, key });
  // Taken back between the two statements: free again.
  if (!row) return writeSentLead(db, { accountId, key, contentHash, reference, longest });
  return { row, isNew: false };
}

/** A sent lead as it stands now; undefined when it was taken back. */
export async function readSentLead(db: Db, of: LeadKey): Promise<SentLeadRow | undefined> {
  return db
    .selectFrom('sent_leads')
    .selectAll()
    .select(isSending)
    .where(isOf(of))
    .executeTakeFirst();
}

/** Keeps what became of a lead, unless that is known already. */
export async function saveOutcome(
  db: Db,
  of: LeadKey,
  status: 'created' | 'rejected',
  answer: object,
): Promise<void> {
  await db
    .updateTable('sent_leads')
    .set({ status, answer: JSON.stringify(answer), sending_until: sql<Date>`now()` })
    .where(isOf(of))
    .where('status', '=', 'sent')
    .execute();
}

/** Notes that nobody waits for the answer any more. */
export async function endSending(db: Db, of: LeadKey): Promise<void> {
  await db
    .updateTable('sent_leads')
    .set({ sending_until: sql<Date>`now()` })
    .where(isOf(of))
    .execute();
}

/** Takes a lead back that has certainly not arrived: the same key can send it. */
export async function takeBack(db: Db, of: LeadKey): Promise<void> {
  await db.deleteFrom('sent_leads').where(isOf(of)).where('status', '=', 'sent').execute();
}

/** The ids of leads with one of these references that this account is known to have created: none of them is the one that is looked for. */
export async function createdLeadIds(
  db: Db,
  accountId: string,
  references: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('sent_leads')
    .select(sql<string>`answer ->> 'id'`.as('id'))
    .where('account_id', '=', accountId)
    .where('reference', 'in', references)
    .where('status', '=', 'created')
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets the leads whose outcome has been kept long enough. */
export async function deleteOldSentLeads(db: Db): Promise<void> {
  await db.deleteFrom('sent_leads').where(isOld).execute();
}

function isOf({ accountId, key }: LeadKey) {
  return sql<boolean>`(account_id, key) = (${accountId}, ${key})`;
}
