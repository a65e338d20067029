import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** The row of a bulk upload that became a lead. */
export interface RowOfLead {
  readonly leadId: string;
  readonly uploadId: string;
  readonly fileName: string;
  readonly row: number;
}

/** Returns the rows that became these leads, in no order. */
export async function findRowsOfLeads(db: Db, leadIds: readonly string[]): Promise<RowOfLead[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await sql<RowOfLead>`
    select lead_id as "leadId", upload_id as "uploadId", file_name as "fileName", row_number as row
    from bulk_upload_rows join bulk_uploads as uploads on uploads.id = upload_id
    where lead_id = any(${leadIds})`.execute(db);
  return rows;
}
