import { sql } from 'kysely';

import { type RowOutcome, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Db } from '#server/db/connect.ts';

import type { UploadRow } from './bulk-uploads.store.ts';
import { joinRuns, omitEqualRuns, type Run, sizeOfRuns, subtractRuns } from './runs.rules.ts';

/** Which upload rows are written to. */
export type UploadKey = Pick<UploadRow, 'id' | 'partner_id'>;

/** The stored runs of blank rows with any row from `first` to `last`, in file order. */
export async function blankRunsBetween(db: Db, uploadId: string, [first, last]: Run) {
  // Runs share no rows, so their ends are in the order of their beginnings.
  const { rows } = await sql<{ run: Run }>`
    select json_build_array(first_row, last_row) as run from bulk_upload_blank_runs
    where upload_id = ${uploadId} and last_row >= ${first} and first_row <= ${last} and last_row <= coalesce((
      select min(last_row) from bulk_upload_blank_runs where upload_id = ${uploadId} and last_row >= ${last}
    ), ${last})
    order by last_row`.execute(db);
  return rows.map(({ run }) => run);
}

/** Returns the stored runs of blank rows among which some runs are. */
async function blankRunsAround(db: Db, uploadId: string, runs: readonly Run[]): Promise<Run[]> {
  const [first, last] = [runs[0]?.[0], runs.at(-1)?.[1]];
  if (first === undefined || last === undefined) return [];
  return blankRunsBetween(db, uploadId, [first, last]);
}

/** Returns the first runs of blank rows that end after a row, in file order. */
export async function listBlankRuns(
  db: Db,
  uploadId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Run[]> {
  const { rows } = await sql<{ run: Run }>`
    select json_build_array(first_row, last_row) as run from bulk_upload_blank_runs
    where upload_id = ${uploadId} and last_row > ${after} order by last_row limit ${limit}`.execute(
    db,
  );
  return rows.map(({ run }) => run);
}

/**
 * Stores runs of blank rows of a locked upload, in place of their stored rows; submitted and
 * unknown rows stay. Returns by how much the number of rows with each outcome changed.
 */
export async function saveBlankRuns(
  tx: Db,
  upload: UploadKey,
  runs: readonly Run[],
): Promise<Partial<Record<RowOutcome, number>>> {
  const requested = joinRuns(runs);
  if (requested.length === 0) return {};
  const changes = await deleteReplacedRows(tx, upload.id, requested);
  const final = await finalRuns(tx, upload.id, requested);
  const stored = await blankRunsAround(tx, upload.id, requested);
  const after = subtractRuns(joinRuns([...stored, ...requested]), final);
  await replaceRuns(tx, upload, stored, after);
  const added = sizeOfRuns(after) - sizeOfRuns(stored);
  return { ...changes, blank: (changes.blank ?? 0) + added };
}

/** Returns those of the rows that are in a run of blank rows. */
export async function rowsInBlankRuns(db: Db, uploadId: string, rowNumbers: readonly number[]) {
  const rows = joinRuns(rowNumbers.map((row) => [row, row]));
  const outside = subtractRuns(rows, await blankRunsAround(db, uploadId, rows));
  const others = new Set(
    outside.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  return rowNumbers.filter((row) => !others.has(row));
}

/** Removes rows of a locked upload from its runs of blank rows: they get another outcome. */
export async function removeFromBlankRuns(
  tx: Db,
  upload: UploadKey,
  rows: readonly { readonly row_number: number }[],
): Promise<void> {
  const removed = joinRuns(rows.map(({ row_number: row }) => [row, row]));
  const stored = await blankRunsAround(tx, upload.id, removed);
  await replaceRuns(tx, upload, stored, subtractRuns(stored, removed));
}

/** Replaces stored runs. Those that stay are not written: a file can have 100,000 of them. */
async function replaceRuns(
  tx: Db,
  upload: UploadKey,
  before: readonly Run[],
  after: readonly Run[],
): Promise<void> {
  const removed = omitEqualRuns(before, after);
  const added = omitEqualRuns(after, before);
  if (removed.length + added.length === 0) return;
  const ends = removed.map(([, last]) => last);
  await sql`
    delete from bulk_upload_blank_runs where upload_id = ${upload.id} and last_row = any(${ends}::integer[])`.execute(
    tx,
  );
  await sql`
    insert into bulk_upload_blank_runs (upload_id, partner_id, first_row, last_row)
    select ${upload.id}, ${upload.partner_id}, (run ->> 0)::integer, (run ->> 1)::integer from json_array_elements(${JSON.stringify(added)}::json) as run`.execute(
    tx,
  );
}

/** Deletes the outcomes that can change, and returns minus how many there were of each. */
async function deleteReplacedRows(tx: Db, uploadId: string, runs: readonly Run[]) {
  const { rows } = await sql<{ outcome: RowOutcome; count: number }>`
    with deleted as (
      delete from bulk_upload_rows using json_array_elements(${JSON.stringify(runs)}::json) as run
      where upload_id = ${uploadId} and row_number between (run ->> 0)::integer and (run ->> 1)::integer
        and outcome not in ('submitted', 'unknown')
      returning outcome
    )
    select outcome, count(*)::integer as count from deleted group by outcome`.execute(tx);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, -count]));
}

/** Returns the runs of submitted and unknown rows within runs. */
async function finalRuns(tx: Db, uploadId: string, runs: readonly Run[]): Promise<Run[]> {
  const { rows } = await sql<{ run: Run }>`
    select json_build_array(min(row_number), max(row_number)) as run
    from (
      select row_number, row_number - row_number() over (order by row_number) as island
      from bulk_upload_rows join json_array_elements(${JSON.stringify(runs)}::json) as run
        on row_number between (run ->> 0)::integer and (run ->> 1)::integer
      where upload_id = ${uploadId} and outcome in ('submitted', 'unknown')
    ) as numbered
    group by island order by min(row_number)`.execute(tx);
  return rows.map(({ run }) => run);
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
