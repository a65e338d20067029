import type { ColumnType, Generated } from 'kysely';

import type {
  LeaveOutReason,
  RowOutcome,
  UploadChoices,
  UploadState,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowError } from '#contract/bulk-upload/lead-rows.ts';
import type { LeadLinks } from '#contract/v1/lead-records.ts';

/** The tables of bulk uploads, as queries see them; the truth is in `server/db/schema/`. */
export interface BulkUploadTables {
  bulk_uploads: {
    id: string;
    partner_id: string;
    content_hash: string;
    file_name: string;
    /** Bytes. */
    size: number;
    state: Generated<UploadState>;
    choices: ColumnType<UploadChoices | null, string | undefined, string | null>;
    /** The number of rows in the file; 0 until rows are submitted. */
    read: Generated<number>;
    submitted: Generated<number>;
    rejected: Generated<number>;
    left_out: Generated<number>;
    blank: Generated<number>;
    unknown: Generated<number>;
    created_at: Generated<Date>;
    created_by: string;
    last_sent_at: Generated<Date | null>;
    ended_at: Generated<Date | null>;
    /** Stored cells are deleted 30 days later. */
    touched_at: Generated<Date>;
    /** Whether the stored cells were deleted, and no row was submitted since. */
    is_emptied: Generated<boolean>;
    /** The last rows of the latest batches, and when their leads were created. */
    lead_times: ColumnType<readonly (readonly [number, number])[], string | undefined, string>;
  };
  bulk_upload_rows: {
    upload_id: string;
    partner_id: string;
    row_number: number;
    outcome: RowOutcome;
    lead_id: string | null;
    /**
     * The cells of a rejected or an unknown row, in the template’s order, until they are deleted.
     */
    cells: readonly string[] | null;
    /** The errors of a rejected row. */
    errors: readonly RowError[] | null;
    /** The reason why a row was left out. */
    reason: LeaveOutReason | null;
    /** The row or the lead that a left-out row repeats. */
    repeats: string | null;
    /**
     * The `partnerLeadReferenceId` with which the row was sent to the upstream service, and when.
     */
    reference: Generated<string | null>;
    sent_at: Generated<Date | null>;
    /** The links from the upstream service’s response; null: the portal makes the links. */
    /** The links of its lead, as the upstream service returned them. */
    links: ColumnType<LeadLinks | null, string | undefined, string | null>;
  };
  bulk_upload_edits: {
    upload_id: string;
    partner_id: string;
    row_number: number;
    column_name: string;
    text: string;
  };
  remembered_choices: {
    partner_id: string;
    kind: 'column' | 'answer';
    /** The header of a column, or the key of an issue. */
    key: string;
    /** The target of the column, null if it is ignored; or the option. */
    value: string | null;
    updated_at: ColumnType<Date, string | undefined, string>;
    updated_by: string;
  };
}
