import type { Selectable } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

export type AttachmentRow = Selectable<Tables['attachments']>;
/** A file to attach; its bytes are already in the file store. */
export type NewAttachment = Omit<AttachmentRow, 'created_at' | 'updated_at' | 'updated_by'> & {
  /** By default now. */
  readonly created_at?: Date;
};

/** Stores the rows of one upload, all or none. Returns them in the same order. */
export async function insertAttachments(
  db: Db,
  attachments: readonly NewAttachment[],
): Promise<AttachmentRow[]> {
  const rows = await db.insertInto('attachments').values(attachments).returningAll().execute();
  return attachments.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

/** Returns the attachments of a lead, newest first. */
export async function listAttachments(db: Db, leadId: string): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns an attachment with the partner and contact of its lead. */
export async function findAttachment(db: Db, id: string) {
  return db
    .selectFrom('attachments')
    .innerJoin('leads', 'leads.id', 'attachments.lead_id')
    .selectAll('attachments')
    .select(['leads.partner_id', 'leads.contact_id'])
    .where('attachments.id', '=', id)
    .executeTakeFirst();
}

/** Deletes the rows of all attachments of a lead; their files are not touched. */
export async function removeAttachments(db: Db, leadId: string): Promise<void> {
  await db.deleteFrom('attachments').where('lead_id', '=', leadId).execute();
}

/** Returns the ids of those attachments that exist. */
export async function knownAttachments(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('attachments').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
