import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** A row of an upload. */
export interface RowOfUpload {
  readonly upload_id: string;
  readonly row_number: number;
}

/** A lead, and the phones and emails by which its person is found in what was uploaded. */
export interface Person {
  readonly leadId: string;
  readonly partnerId: string;
  readonly contacts: readonly string[];
}

/** The rows of the partner's uploads whose kept cells or edits tell of a lead's person: its own, and others with its phones or emails. */
export async function rowsAbout(
  db: Db,
  { leadId, partnerId, contacts }: Person,
): Promise<RowOfUpload[]> {
  const { rows } = await sql<RowOfUpload>`
    with uploads as (select id from bulk_uploads where partner_id = ${partnerId})
    select upload_id, row_number
    from bulk_upload_edits left join bulk_upload_rows using (upload_id, row_number)
    where upload_id in (select id from uploads) and (lead_id = ${leadId} or text = any(${contacts}::text[]))
    union
    select upload_id, row_number from bulk_upload_rows
    where upload_id in (select id from uploads) and outcome = 'refused' and cells ?| ${contacts}::text[]`.execute(
    db,
  );
  return rows;
}

/** Removes the kept cells and edits of rows; what became of them stays. */
export async function emptyRows(tx: Db, rows: readonly RowOfUpload[]): Promise<void> {
  const named = sql`(upload_id, row_number) in (
    select upload_id, row_number from json_to_recordset(${JSON.stringify(rows)}::json) as named(upload_id text, row_number integer))`;
  await sql`delete from bulk_upload_edits where ${named}`.execute(tx);
  await sql`update bulk_upload_rows set cells = null where ${named}`.execute(tx);
}
