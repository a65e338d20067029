import type { ColumnType, Generated } from 'kysely';

import type { RowError } from '#contract/lead-rows.ts';
import type {
  LeaveOutReason,
  RowOutcome,
  UploadChoices,
  UploadState,
} from '#contract/web/bulk-uploads.ts';

/** The tables of bulk uploads, as the queries see them; the migrations are the truth. */
export interface BulkUploadTables {
  bulk_uploads: BulkUploads;
  bulk_upload_rows: BulkUploadRows;
  bulk_upload_edits: BulkUploadEdits;
}

interface BulkUploads {
  id: string;
  partner_id: string;
  content_hash: string;
  file_name: string;
  /** Bytes. */
  size: number;
  state: Generated<UploadState>;
  choices: ColumnType<UploadChoices | null, string | undefined, string | null>;
  /** Rows of the file; 0 until rows are sent. */
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
  /** What is kept of cells goes 30 days later. */
  touched_at: Generated<Date>;
  /** Whether that has gone, and no row was sent since. */
  is_emptied: Generated<boolean>;
}

interface BulkUploadRows {
  upload_id: string;
  row_number: number;
  outcome: RowOutcome;
  lead_id: string | null;
  /** Of a rejected or an unknown row, in the template's order, until they are removed. */
  cells: readonly string[] | null;
  /** Of a rejected row. */
  errors: readonly RowError[] | null;
  /** Of a row that was left out. */
  reason: LeaveOutReason | null;
  /** The row or the lead that a row left out repeats. */
  repeats: string | null;
  /** The `partnerLeadReferenceId` with which it was sent to the service behind the portal, and when. */
  reference: Generated<string | null>;
  sent_at: Generated<Date | null>;
  /** What that service answered; null: the portal makes them. */
  links: ColumnType<SentLinks | null, string | undefined, string | null>;
}

/** The links of a lead, as the service behind the portal gave them. */
export interface SentLinks {
  readonly bankStatementsUpdateLink: string;
  readonly applicationLink: string;
}

interface BulkUploadEdits {
  upload_id: string;
  row_number: number;
  column_name: string;
  text: string;
}
