import { sql } from 'kysely';

import { type RowOutcome, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Db } from '#server/db/connect.ts';

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
  if (!isWhole) return listRuns(db, uploadId, 'submitted');
  const from = last - pendingRows + 1;
  const { rows } = await sql<{ run: [number, number] }>`
    with missing as (
      select generate_series(${from}::integer, ${last}::integer) as row_number
      except select row_number from bulk_upload_rows where upload_id = ${uploadId} and row_number >= ${from}::integer
    ), others (first, last) as (
      select row_number, row_number from bulk_upload_rows where upload_id = ${uploadId} and outcome <> 'submitted'
      union all
      select row_number, row_number from missing
      union all
      select first_row, last_row from bulk_upload_blank_runs where upload_id = ${uploadId}
      union all
      select ${last + 1}::integer, ${last + 1}::integer
    )
    select json_build_array(before + 1, neighbours.first - 1) as run
    from (select first, max(last) over (order by first rows between unbounded preceding and 1 preceding) as last_before
      from others) as neighbours, lateral (select coalesce(last_before, 1) as before) as previous
    where neighbours.first - before > 1 order by neighbours.first`.execute(db);
  return rows.map(({ run }) => run);
}

/** Returns the runs of rows with one outcome: first and last row number of each run. */
export async function listRuns(db: Db, uploadId: string, outcome: RowOutcome) {
  const { rows } = await sql<{ run: [number, number] }>`
    select json_build_array(min(row_number), max(row_number)) as run
    from (
      select row_number, row_number - row_number() over (order by row_number) as island
      from bulk_upload_rows where upload_id = ${uploadId} and outcome = ${outcome}
    ) as numbered
    group by island order by min(row_number)`.execute(db);
  return rows.map(({ run }) => run);
}

/**
 * Returns the highest stored row number (1 when there is none), and how many of the last
 * `pendingRows` row numbers up to it are stored.
 */
async function lastRows(db: Db, uploadId: string): Promise<{ last: number; since: number }> {
  const { rows } = await sql<{ last: number; since: number }>`
    with highest as (
      select greatest(
        (select max(row_number) from bulk_upload_rows where upload_id = ${uploadId}),
        (select max(last_row) from bulk_upload_blank_runs where upload_id = ${uploadId}), 1) as last
    )
    select last,
      (select count(*) from bulk_upload_rows where upload_id = ${uploadId} and row_number > last - ${pendingRows}::integer)::integer
      + coalesce((select sum(last_row - greatest(first_row, last - ${pendingRows}::integer + 1) + 1) from bulk_upload_blank_runs
        where upload_id = ${uploadId} and last_row > last - ${pendingRows}::integer), 0)::integer as since
    from highest`.execute(db);
  return rows[0] ?? { last: 1, since: 0 };
}
