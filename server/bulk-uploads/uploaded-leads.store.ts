import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { positionIn } from '#server/db/ids.ts';

/** The row of a bulk upload that became a lead. */
export interface RowOfLead {
  readonly leadId: string;
  readonly uploadId: string;
  readonly fileName: string;
  readonly row: number;
}

/** A lead that a bulk upload created. */
export interface UploadedLead {
  readonly id: string;
  readonly partnerId: string;
  readonly createdAt: Date;
}

/**
 * Returns the rows that became leads, in no order. The id of such a lead has the number of its row
 * (`own/lead-places.ts`), so that each upload of the partner at that time is looked up by its key:
 * an index by lead would cost every upload.
 */
export async function findRowsOfLeads(
  db: Db,
  leads: readonly UploadedLead[],
): Promise<RowOfLead[]> {
  if (leads.length === 0) return [];
  const wanted = leads.map(({ id, partnerId, createdAt }) => ({
    lead_id: id,
    partner_id: partnerId,
    row_number: positionIn(id),
    created_at: createdAt,
  }));
  const { rows } = await sql<RowOfLead>`
    select lead_id as "leadId", upload_id as "uploadId", file_name as "fileName", row_number as row
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted(
        lead_id text, partner_id text, row_number integer, created_at timestamptz)
      join bulk_uploads as uploads using (partner_id)
      join bulk_upload_rows as of_upload using (row_number, lead_id)
    where upload_id = uploads.id and last_sent_at >= wanted.created_at - interval '1 hour'
      and uploads.created_at <= wanted.created_at + interval '1 hour'`.execute(db);
  return rows;
}
