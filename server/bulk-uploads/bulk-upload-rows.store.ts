import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { RowOutcome } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { writeJsonList } from '#server/http/long-json.ts';

import {
  listBlankRuns,
  removeFromBlankRuns,
  rowsInBlankRuns,
  type UploadKey,
} from './blank-runs.store.ts';
import { otherRow } from './uploaded-rows.rules.ts';

type Row = Selectable<Tables['bulk_upload_rows']>;

/** The facts about a row, except those stored when it is sent to the upstream service. */
export type UploadedRow = Omit<Row, 'upload_id' | 'partner_id' | 'reference' | 'sent_at' | 'links'>;

/** The result of one row. */
export type RowOfResults = Omit<Row, 'upload_id' | 'partner_id' | 'cells'>;

/** Returns the current outcomes of rows, by row number. */
export async function listOutcomes(tx: Db, uploadId: string, rowNumbers: readonly number[]) {
  const { rows } = await sql<{ row_number: number; outcome: RowOutcome }>`
    select row_number, outcome from bulk_upload_rows
    where upload_id = ${uploadId} and row_number = any(${rowNumbers}::integer[])`.execute(tx);
  const blank = await rowsInBlankRuns(tx, uploadId, rowNumbers);
  return new Map([
    ...rows.map((row) => [row.row_number, row.outcome] as const),
    ...blank.map((row) => [row, 'blank'] as const),
  ]);
}

/**
 * Saves the outcomes of rows and replaces earlier ones. None of the rows may be submitted or
 * unknown already.
 */
export async function saveRows(tx: Db, upload: UploadKey, rows: readonly UploadedRow[]) {
  await removeFromBlankRuns(tx, upload, rows);
  const json = await writeJsonList(rows);
  await sql`
    insert into bulk_upload_rows (upload_id, partner_id, row_number, outcome, lead_id, cells, errors, reason, repeats)
    select ${upload.id}, ${upload.partner_id}, row_number, outcome, lead_id, cells, errors, reason, repeats
    from json_to_recordset(${json}::json) as rows(
      row_number integer, outcome text, lead_id text, cells jsonb, errors jsonb, reason text, repeats text)
    on conflict (upload_id, row_number, partner_id) do update set
      outcome = excluded.outcome, lead_id = excluded.lead_id, cells = excluded.cells, errors = excluded.errors,
      reason = excluded.reason, repeats = excluded.repeats`.execute(tx);
}

/** The rows to read, in file order: those with one outcome or all, after a row number. */
export interface RowRange {
  readonly outcome?: RowOutcome | undefined;
  readonly after?: number;
  readonly offset?: number;
  readonly limit: number;
}

/** The result of one row with the name and the company of its client, as far as they are known. */
export type ClientRow = RowOfResults & { readonly client: string; readonly company: string };

const cell = (name: string) =>
  sql`left(cells ->> ${sql.lit(templateColumnIndex(name))}::integer, 200)`;
const joinNames = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql<string>`concat_ws(' ', nullif(btrim(${first}), ''), nullif(btrim(${last}), ''))`;
const client = sql<string>`
  case when leads.id is null then ${joinNames(cell('firstName'), cell('lastName'))}
  else ${joinNames(sql`fields ->> 'firstName'`, sql`fields ->> 'lastName'`)} end`;
const company = sql<string>`
  coalesce(case when leads.id is null then btrim(${cell('companyName')}) else fields ->> 'companyName' end, '')`;

/**
 * Returns the results of rows with their clients, from their leads or from stored cells. The other
 * cells are left out, because a rejected row can have megabytes, and so are the runs of blank rows.
 */
export async function listNamedRows(db: Db, uploadId: string, range: RowRange) {
  return rowsIn(db, uploadId, range)
    .leftJoin('leads', (join) =>
      join.on(sql<boolean>`(leads.id, leads.partner_id) = (lead_id, bulk_upload_rows.partner_id)`),
    )
    .select([client.as('client'), company.as('company')])
    .execute();
}

/** Returns the rows of `listNamedRows`, with the rows in runs of blank rows among them. */
export async function listClientRows(db: Db, uploadId: string, range: RowRange) {
  const { outcome, limit } = range;
  const hasRuns =
    (outcome ?? 'blank') === 'blank' &&
    (await listBlankRuns(db, uploadId, { after: 0, limit: 1 })).length > 0;
  if (!hasRuns) return listNamedRows(db, uploadId, range);
  const after = await lastRowBefore(db, uploadId, range);
  const rows = await listNamedRows(db, uploadId, { outcome, after, limit });
  const runs = await listBlankRuns(db, uploadId, { after, limit });
  const blank = runs
    .flatMap(([first, last]) => {
      const from = Math.max(first, after + 1);
      return Array.from({ length: Math.min(last - from + 1, limit) }, (_, at) => from + at);
    })
    .map((row): ClientRow => ({ ...otherRow(row, 'blank'), ...unsent }));
  return [...rows, ...blank].toSorted((a, b) => a.row_number - b.row_number).slice(0, limit);
}

const unsent = { reference: null, sent_at: null, links: null, client: '', company: '' };

/** Returns the row number after which a range begins, those in runs of blank rows counted. */
async function lastRowBefore(
  db: Db,
  uploadId: string,
  { outcome, after = 0, offset = 0 }: RowRange,
): Promise<number> {
  if (offset === 0) return after;
  const { rows } = await sql<{ row_number: number }>`
    with stored as (
      select row_number as first, row_number as last from bulk_upload_rows
      where upload_id = ${uploadId} and row_number > ${after} and outcome = coalesce(${outcome ?? null}::text, outcome)
      union all
      select greatest(first_row, ${after}::integer + 1), last_row from bulk_upload_blank_runs
      where upload_id = ${uploadId} and last_row > ${after}
    ), counted as (select last, sum(last - first + 1) over (order by first) as upto from stored)
    select coalesce(
      (select (last - (upto - ${offset}::integer))::integer from counted where upto >= ${offset}::integer order by upto limit 1),
      (select max(last) from stored),
      ${after}::integer
    ) as row_number`.execute(db);
  return rows[0]?.row_number ?? after;
}

/** Returns rejected rows with the cells that are still stored. */
export async function listRejectedRows(db: Db, uploadId: string, range: RowRange) {
  return rowsIn(db, uploadId, { ...range, outcome: 'rejected' })
    .select('cells')
    .execute();
}

function rowsIn(db: Db, uploadId: string, { outcome, after = 0, offset = 0, limit }: RowRange) {
  const query = db
    .selectFrom('bulk_upload_rows')
    .select(['row_number', 'outcome', 'lead_id', 'errors', 'reason', 'repeats'])
    .select(['reference', 'sent_at', 'links'])
    .where('upload_id', '=', uploadId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .offset(offset);
  return outcome === undefined ? query : query.where('outcome', '=', outcome);
}

/** Returns whether the cells of any rejected row are still stored. */
export async function storesRejectedCells(db: Db, uploadId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_upload_rows
    where upload_id = ${uploadId} and outcome = 'rejected' and cells is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

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
    from bulk_upload_rows as rows
      join bulk_uploads as uploads on (uploads.id, uploads.partner_id) = (upload_id, rows.partner_id)
    where lead_id = any(${leadIds})`.execute(db);
  return rows;
}
