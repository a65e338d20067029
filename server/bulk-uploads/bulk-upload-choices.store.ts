import { sql } from 'kysely';

import type { CellEdit, SavedEdit, UploadChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import { writeJsonList } from '#server/http/long-json.ts';

import type { UploadKey } from './blank-runs.store.ts';
import { touch } from './bulk-uploads.store.ts';

/** Returns all choices made for an upload; null when there are none yet. */
export async function findChoices(db: Db, id: string): Promise<UploadChoices | null> {
  const uploads = db.selectFrom('bulk_uploads').select('choices').where('id', '=', id);
  return (await uploads.executeTakeFirst())?.choices ?? null;
}

/** Returns the parse options of an upload and the contact for its rows without one. */
export async function findParseOptionsAndContact(db: Db, id: string) {
  const { rows } = await sql<Pick<UploadChoices, 'parseOptions' | 'contactId'>>`
    select choices -> 'parseOptions' as "parseOptions", choices ->> 'contactId' as "contactId"
    from bulk_uploads where id = ${id}`.execute(db);
  return rows[0] ?? { parseOptions: null, contactId: null };
}

/** Saves the choices for an upload. */
export async function saveChoices(tx: Db, id: string, choices: UploadChoices): Promise<void> {
  await touch(tx, id)
    .set({ choices: JSON.stringify(choices) })
    .execute();
}

const editsAtOnce = 1_000;

/** Yields the edits of an upload in file order, read page by page. */
export function listEdits(db: Db, uploadId: string): AsyncGenerator<SavedEdit> {
  const read = async (
    { row, column }: Pick<SavedEdit, 'row' | 'column'> = { row: 0, column: '' },
  ) =>
    db
      .selectFrom('bulk_upload_edits')
      .select(['row_number as row', 'column_name as column', 'text'])
      .where('upload_id', '=', uploadId)
      .where(sql<boolean>`(row_number, column_name) > (${row}::integer, ${column})`)
      .orderBy('row_number')
      .orderBy('column_name')
      .limit(editsAtOnce)
      .execute();
  return readByPages(read, editsAtOnce);
}

/**
 * Saves edits, at most one per cell, and deletes those whose text is null. Returns the resulting
 * number of edited cells and the total bytes of their texts.
 */
export async function saveEdits(
  tx: Db,
  { id: uploadId, partner_id: partnerId }: UploadKey,
  edits: readonly CellEdit[],
): Promise<{ readonly count: number; readonly bytes: number }> {
  const json = await writeJsonList(edits);
  await sql`
    with edits as (
      select * from json_to_recordset(${json}::json) as edits("row" integer, "column" text, text text)
    ), taken_back as (
      delete from bulk_upload_edits using edits
      where upload_id = ${uploadId} and row_number = edits.row and column_name = edits.column and edits.text is null
    )
    insert into bulk_upload_edits (upload_id, partner_id, row_number, column_name, text)
    select ${uploadId}, ${partnerId}, edits.row, edits.column, edits.text from edits where edits.text is not null
    on conflict (upload_id, row_number, column_name, partner_id) do update set text = excluded.text`.execute(
    tx,
  );
  await touch(tx, uploadId).execute();
  return tx
    .selectFrom('bulk_upload_edits')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(text)), 0)`.as('bytes'),
    ])
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
}
