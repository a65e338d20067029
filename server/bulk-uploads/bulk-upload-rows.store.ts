import { type RawBuilder, type Selectable, sql } from 'kysely';

import { type RowOutcome, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

type Row = Selectable<Tables['bulk_upload_rows']>;

/** What is known about one row, except what is stored when it is sent to the upstream service. */
export type UploadedRow = Omit<Row, 'upload_id' | 'reference' | 'sent_at' | 'links'>;

/** The result of one row. */
export type RowOfResults = Omit<Row, 'upload_id' | 'cells'>;

/** Returns the current outcomes of rows, by row number. */
export async function outcomesOf(
  tx: Db,
  uploadId: string,
  rowNumbers: readonly number[],
): Promise<Map<number, RowOutcome>> {
  const { rows } = await sql<{ row_number: number; outcome: RowOutcome }>`
    select row_number, outcome from bulk_upload_rows
    where upload_id = ${uploadId} and row_number = any(${rowNumbers}::integer[])`.execute(tx);
  return new Map(rows.map((row) => [row.row_number, row.outcome]));
}

/**
 * Saves the outcomes of rows and replaces earlier ones. None of the rows may be submitted or
 * unknown already.
 */
export async function saveRows(
  tx: Db,
  uploadId: string,
  rows: readonly UploadedRow[],
): Promise<void> {
  await sql`
    insert into bulk_upload_rows (upload_id, row_number, outcome, lead_id, cells, errors, reason, repeats)
    select ${uploadId}, row_number, outcome, lead_id, cells, errors, reason, repeats
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows(
      row_number integer, outcome text, lead_id text, cells jsonb, errors jsonb, reason text, repeats text)
    on conflict (upload_id, row_number) do update set
      outcome = excluded.outcome, lead_id = excluded.lead_id, cells = excluded.cells, errors = excluded.errors,
      reason = excluded.reason, repeats = excluded.repeats`.execute(tx);
}

/** Which rows to read, in file order: those with one outcome or all, after a row number. */
export interface RowRange {
  readonly outcome?: RowOutcome | undefined;
  readonly after?: number;
  readonly offset?: number;
  readonly limit: number;
}

/** Returns the results of rows without their cells, because a rejected row can have megabytes. */
export async function listRows(db: Db, uploadId: string, range: RowRange): Promise<RowOfResults[]> {
  return rowsIn(db, uploadId, range).execute();
}

/** The result of one row with the name and the company of its client, as far as they are known. */
export type ClientRow = RowOfResults & { readonly client: string; readonly company: string };

const cell = (name: string) =>
  sql`left(cells ->> ${sql.lit(templateColumns.findIndex((column) => column.name === name))}::integer, 200)`;
const nameOf = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql<string>`concat_ws(' ', nullif(btrim(${first}), ''), nullif(btrim(${last}), ''))`;
const client = sql<string>`
  case when leads.id is null then ${nameOf(cell('firstName'), cell('lastName'))}
  else ${nameOf(sql`fields ->> 'firstName'`, sql`fields ->> 'lastName'`)} end`;
const company = sql<string>`
  coalesce(case when leads.id is null then btrim(${cell('companyName')}) else fields ->> 'companyName' end, '')`;

/** Returns the results of rows with their clients: of their leads, or of the stored cells. */
export async function listClientRows(
  db: Db,
  uploadId: string,
  range: RowRange,
): Promise<ClientRow[]> {
  return rowsIn(db, uploadId, range)
    .leftJoin('leads', 'leads.id', 'lead_id')
    .select([client.as('client'), company.as('company')])
    .execute();
}

/** Returns rejected rows with the cells that are still stored. */
export async function listRejectedRows(
  db: Db,
  uploadId: string,
  range: RowRange,
): Promise<(RowOfResults & Pick<UploadedRow, 'cells'>)[]> {
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
  const row = await db
    .selectFrom('bulk_upload_rows')
    .select('row_number')
    .where('upload_id', '=', uploadId)
    .where('outcome', '=', 'rejected')
    .where('cells', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Rows arrive in order, a few batches at a time, so a missing row is usually among this many last
 * rows.
 */
const pendingRows = 10 * uploadLimits.rowsInBatch;

/**
 * Returns the runs of submitted rows: first and last row number of each run.
 * `stored` is the number of rows with an outcome. Most of a million rows are leads. When only some
 * of the last rows can be missing, the query reads the few other rows and derives the runs between
 * them.
 */
export async function submittedRuns(
  db: Db,
  uploadId: string,
  stored: number,
): Promise<[number, number][]> {
  const { last, since } = await lastRows(db, uploadId);
  const isWhole = stored - since === last - pendingRows - 1;
  // Generates only the last few row numbers: the highest one comes from the client and can be
  // anything.
  if (!isWhole) return runsOf(db, uploadId, 'submitted');
  const from = last - pendingRows + 1;
  const { rows } = await sql<Run>`
    with others as (
      select row_number from bulk_upload_rows where upload_id = ${uploadId} and outcome <> 'submitted'
      union all
      (select generate_series(${from}::integer, ${last}::integer)
      except select row_number from bulk_upload_rows where upload_id = ${uploadId} and row_number >= ${from}::integer)
      union all
      select ${last + 1}::integer
    )
    select before + 1 as first, row_number - 1 as last
    from (select row_number, lag(row_number, 1, 1) over (order by row_number) as before from others) as neighbours
    where row_number - before > 1 order by first`.execute(db);
  return rows.map(({ first, last: end }) => [first, end]);
}

interface Run {
  readonly first: number;
  readonly last: number;
}

/** Returns the runs of rows with one outcome: first and last row number of each run. */
export async function runsOf(
  db: Db,
  uploadId: string,
  outcome: RowOutcome,
): Promise<[number, number][]> {
  const { rows } = await sql<Run>`
    select min(row_number) as first, max(row_number) as last
    from (
      select row_number, row_number - row_number() over (order by row_number) as run
      from bulk_upload_rows where upload_id = ${uploadId} and outcome = ${outcome}
    ) as numbered
    group by run order by first`.execute(db);
  return rows.map(({ first, last }) => [first, last]);
}

/**
 * Returns the highest stored row number (1 when there is none), and how many of the last
 * `pendingRows` row numbers up to it are stored.
 */
async function lastRows(db: Db, uploadId: string): Promise<{ last: number; since: number }> {
  const { rows } = await sql<{ last: number; since: number }>`
    select last, count(row_number)::integer as since
    from (select coalesce(max(row_number), 1) as last from bulk_upload_rows where upload_id = ${uploadId}) as highest
      left join bulk_upload_rows on upload_id = ${uploadId} and row_number > last - ${pendingRows}::integer
    group by last`.execute(db);
  return rows[0] ?? { last: 1, since: 0 };
}
