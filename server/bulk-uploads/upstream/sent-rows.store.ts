import { sql } from 'kysely';

import type { RowError } from '#contract/bulk-upload/lead-rows.ts';
import type { LeadLinks } from '#contract/v1/lead-records.ts';
import { type Caller, getUser } from '#server/auth/caller.ts';
import { removeFromBlankRuns, type UploadKey } from '#server/bulk-uploads/blank-runs.store.ts';
import type { Db } from '#server/db/connect.ts';
import {
  insertUpstreamChanges,
  type NewUpstreamChange,
} from '#server/upstream/history/upstream-changes.store.ts';

/** A row that is about to be sent to the upstream service. */
export interface RowToSend {
  readonly row_number: number;
  readonly reference: string;
  /** In the order of the template. */
  readonly cells: readonly string[];
}

/** A row that was sent and whose outcome is unknown. */
export interface UnknownRow {
  readonly row_number: number;
  readonly reference: string;
  readonly sent_at: Date;
  /** null when the cells have been deleted. */
  readonly cells: readonly string[] | null;
}

/** The outcome found for an unknown row. */
export type SentRow = { readonly row_number: number } & (
  | { readonly outcome: 'submitted'; readonly lead_id: string; readonly links: LeadLinks }
  | { readonly outcome: 'rejected'; readonly errors: readonly RowError[] }
);

/**
 * Stores rows of a locked upload as unknown before they are sent. None of the rows may be submitted
 * or unknown already.
 */
export async function claimRows(
  tx: Db,
  { id, partner_id: partnerId }: UploadKey,
  rows: readonly RowToSend[],
): Promise<void> {
  await removeFromBlankRuns(tx, { id, partner_id: partnerId }, rows);
  await sql`
    insert into bulk_upload_rows (upload_id, partner_id, row_number, outcome, cells, reference, sent_at)
    select ${id}, ${partnerId}, row_number, 'unknown', cells, reference, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows(row_number integer, cells jsonb, reference text)
    on conflict (upload_id, row_number, partner_id) do update set
      outcome = excluded.outcome, cells = excluded.cells, reference = excluded.reference, sent_at = excluded.sent_at,
      errors = null, reason = null, repeats = null`.execute(tx);
}

/**
 * Saves the outcomes of unknown rows of a locked upload. Returns those that were unknown until
 * then.
 */
export async function saveSentRows(
  tx: Db,
  uploadId: string,
  rows: readonly SentRow[],
): Promise<SentRow[]> {
  const { rows: stored } = await sql<{ row_number: number }>`
    update bulk_upload_rows as stored set
      outcome = sent.outcome, lead_id = sent.lead_id, links = sent.links, errors = sent.errors,
      cells = case when sent.outcome = 'rejected' then cells end
    from json_to_recordset(${JSON.stringify(rows)}::json) as sent(
      row_number integer, outcome text, lead_id text, links jsonb, errors jsonb)
    where upload_id = ${uploadId} and stored.row_number = sent.row_number and stored.outcome = 'unknown'
    returning stored.row_number`.execute(tx);
  const numbers = new Set(stored.map((row) => row.row_number));
  return rows.filter((row) => numbers.has(row.row_number));
}

/** Records that rows have become leads of the upstream service. */
export async function recordCreations(
  tx: Db,
  { caller, uploadId }: { caller: Caller; uploadId: string },
  rows: readonly SentRow[],
): Promise<void> {
  const actor = { ...getUser(caller), via: 'bulk-upload' } as const;
  const changes = rows.flatMap((row): NewUpstreamChange[] =>
    row.outcome === 'submitted'
      ? [{ leadId: row.lead_id, kind: 'created', row: { uploadId, number: row.row_number } }]
      : [],
  );
  await insertUpstreamChanges(tx, actor, changes);
}

/**
 * Deletes the unknown outcome of rows of a locked upload that have certainly not arrived, so that
 * they are pending again. Returns how many rows were deleted.
 */
export async function releaseRows(tx: Db, uploadId: string, rowNumbers: readonly number[]) {
  const { rows } = await sql`
    delete from bulk_upload_rows
    where upload_id = ${uploadId} and row_number = any(${rowNumbers}::integer[]) and outcome = 'unknown'
    returning row_number`.execute(tx);
  return rows.length;
}

/**
 * Returns the first 10,000 unknown rows of an upload, optionally only those with the given numbers.
 */
export async function listUnknownRows(db: Db, uploadId: string, among?: readonly number[]) {
  const { rows } = await sql<UnknownRow>`
    select row_number, reference, sent_at, cells from bulk_upload_rows
    where upload_id = ${uploadId} and outcome = 'unknown' and (${among ?? null}::integer[] is null or row_number = any(${among ?? null}))
    order by row_number limit 10000`.execute(db);
  return rows;
}

/** Returns the unknown rows with one of these references in any upload of the partner. */
export async function unknownWith(
  db: Db,
  partnerId: string,
  references: readonly string[],
): Promise<(UnknownRow & { readonly upload_id: string })[]> {
  const { rows } = await sql<UnknownRow & { upload_id: string }>`
    select upload_id, row_number, reference, sent_at, cells from bulk_upload_rows
    where reference = any(${references}::text[]) and outcome = 'unknown' and partner_id = ${partnerId}`.execute(
    db,
  );
  return rows;
}

/** Returns the ids of leads created from the partner's rows with one of these references. */
export async function leadsWith(db: Db, partnerId: string, references: readonly string[]) {
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from bulk_upload_rows
    where reference = any(${references}::text[]) and lead_id is not null and partner_id = ${partnerId}`.execute(
    db,
  );
  return rows.map((row) => row.lead_id);
}

/**
 * Returns the ids of up to 20 leads created from the rows before this one that were sent before a
 * time, by default now.
 */
export async function leadsBefore(db: Db, uploadId: string, rowNumber: number, time?: Date) {
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from bulk_upload_rows
    where upload_id = ${uploadId} and row_number < ${rowNumber} and outcome = 'submitted' and sent_at < coalesce(${time ?? null}::timestamptz, now())
    order by row_number desc limit 20`.execute(db);
  return rows.map((row) => row.lead_id);
}
