import { sql } from 'kysely';

import type { AttachmentType } from '#contract/v1/values.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';

import type { AttachmentRow } from './attachments.store.ts';

/** The actor of a change of a file, and the way it was made. */
export interface Changer {
  readonly by: string;
  readonly via: ChangeSource;
}

/** The values of a file in history; see `server/db/migrations/0035-attachment-changes.sql`. */
const fileValues = sql`jsonb_build_object('attachmentId', file.id, 'type', file.type, 'fileName', file.file_name)`;

/** Updates the lead of `file`, whose trigger sets the times; none of its values changes. */
const updatedLead = ({ by, via }: Changer) => sql`
  update leads set updated_by = ${by}, updated_via = ${via}, version = version + 1
  where id = (select lead_id from file) returning *`;

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
      insert into withdrawn_files select id from file
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
export async function forgetWithdrawnFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('withdrawn_files').where('id', '=', id).execute();
}
