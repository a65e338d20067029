import { type Selectable, sql } from 'kysely';

import type { AttachmentType } from '#contract/v1/values.ts';
import type { Quotas } from '#server/config/files-config.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';
import type { Tables } from '#server/db/schema.ts';

export type AttachmentRow = Selectable<Tables['attachments']>;
/** A file to attach; its bytes are already in the file store. */
export type NewAttachment = Omit<
  AttachmentRow,
  'created_at' | 'updated_at' | 'updated_by' | 'has_own_key' | 'upload_link_id'
> & {
  /** By default none. */
  readonly upload_link_id?: string;
  /** By default now. */
  readonly created_at?: Date;
};

/** Stores the rows of one upload, all or none. Returns them in the same order. */
export async function insertAttachments(
  db: Db,
  attachments: readonly NewAttachment[],
): Promise<AttachmentRow[]> {
  const values = attachments.map((attachment) => ({ ...attachment, has_own_key: true }));
  const rows = await db.insertInto('attachments').values(values).returningAll().execute();
  return attachments.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

/** Lets others of the partner who attach files wait until the transaction ends. */
export async function lockQuotas(tx: Db, partnerId: string | null): Promise<void> {
  await sql`select from partners where id = ${partnerId} for no key update`.execute(tx);
}

/** In whose quotas a file is: those of its lead, of an account and of the account’s partner. */
export interface FileOwner {
  readonly leadId: string;
  readonly accountId: string;
  readonly partnerId: string | null;
}

/**
 * Returns how many bytes are attached: to a lead by anybody, by an account, and by all people of
 * the partner. What clients send counts for the account whose link they have.
 */
export async function measureFiles(
  db: Db,
  { accountId, partnerId, leadId }: FileOwner,
): Promise<Record<keyof Quotas, number>> {
  const { rows } = await sql<Record<keyof Quotas, number>>`
    select coalesce(sum(size) filter (where created_by = ${accountId}), 0)::bigint as person,
      coalesce(sum(size), 0)::bigint as partner, (
        select coalesce(sum(size), 0)::bigint from attachments where lead_id = ${leadId}
      ) as record
    from attachments
    where created_by in (select id from accounts where partner_id = ${partnerId})`.execute(db);
  return rows[0] ?? { record: 0, person: 0, partner: 0 };
}

/** Returns the attachments of a lead, newest first. */
export async function listAttachments(db: Db, leadId: string): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select * from attachments where lead_id = ${leadId} order by created_at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Returns the files that a client has sent by a link, the latest first. */
export async function listSentByLink(
  db: Db,
  { lead_id: leadId, id }: { readonly lead_id: string; readonly id: string },
): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select * from attachments where lead_id = ${leadId} and upload_link_id = ${id}
    order by created_at desc, id desc`.execute(db);
  return rows;
}

/** Returns an attachment with the partner and contact of its lead. */
export async function findAttachment(db: Db, id: string) {
  return db
    .selectFrom('attachments')
    .innerJoin('leads', (join) =>
      join.on(sql<boolean>`(leads.id, leads.partner_id) = (lead_id, attachments.lead_partner_id)`),
    )
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

/** Returns the files that were stored before files were encrypted, and are not encrypted yet. */
export async function listUnencrypted(db: Db) {
  const files = db.selectFrom('attachments').select(['id', 'lead_id']);
  return files.where('has_own_key', '=', false).execute();
}

/** Marks a file as encrypted. Returns whether it is there, and was not yet. */
export async function markEncrypted(tx: Db, id: string): Promise<boolean> {
  const mark = tx.updateTable('attachments').set({ has_own_key: true }).where('id', '=', id);
  const { numUpdatedRows } = await mark.where('has_own_key', '=', false).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The actor of a change of a file, and the way it was made. */
export interface Changer {
  readonly by: string;
  readonly via: ChangeSource;
}

/** The values of a file in history, as `record_attachments` writes those of a new one. */
const fileValues = sql`jsonb_build_object('attachmentId', file.id, 'type', file.type, 'fileName', file.file_name)`;

/** Updates the lead of `file`, whose trigger sets the times; none of its values changes. */
const updatedLead = ({ by, via }: Changer) => sql`
  update leads set updated_by = ${by}, updated_via = ${via}, version = version + 1
  where (id, partner_id) = (select lead_id, lead_partner_id from file) returning *`;

/** Stores the corrected type of a file, and records the change in the history of its lead. */
export async function changeType(
  tx: Db,
  { id, type: formerType }: Pick<AttachmentRow, 'id' | 'type'>,
  { type, by, via }: Changer & { readonly type: AttachmentType },
): Promise<void> {
  await sql`
    with file as (
      update attachments set type = ${type}, updated_at = write_time(), updated_by = ${by}
      where id = ${id} returning *
    ), lead as (${updatedLead({ by, via })})
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current)
      select 'lead', lead_id, partner_id, contact_id, 'file-changed', lead.updated_at, ${by}, ${via},
        jsonb_build_object('type', ${formerType}::text), ${fileValues}
      from file join lead on lead.id = lead_id`.execute(tx);
}

/**
 * Deletes the row of a file, records its withdrawal in the history of its lead, and notes that its
 * bytes are to be deleted.
 */
export async function withdrawAttachment(tx: Db, id: string, { by, via }: Changer): Promise<void> {
  await sql`
    with file as (
      delete from attachments where id = ${id} returning *
    ), lead as (${updatedLead({ by, via })}), noted as (
      insert into withdrawn_files select id, lead_partner_id from file
    )
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'lead', lead_id, partner_id, contact_id, 'file-withdrawn', lead.updated_at, ${by}, ${via}, ${fileValues}
      from file join lead on lead.id = lead_id`.execute(tx);
}

/** Returns the ids of withdrawn files whose bytes are still to be deleted. */
export async function listWithdrawnFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('withdrawn_files').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Notes that the bytes of a withdrawn file are deleted. */
export async function deleteWithdrawnFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('withdrawn_files').where('id', '=', id).execute();
}
