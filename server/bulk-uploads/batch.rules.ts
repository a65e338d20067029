import type * as z from 'zod/mini';

import { type RowOutcome, rowOutcomes } from '#contract/bulk-upload/bulk-uploads.ts';
import { isBlankRow, validateRow, type RowContext } from '#contract/bulk-upload/lead-rows.ts';
import type { rowBatch } from '#contract/bulk-upload/row-batch.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { yieldToEventLoop } from '#server/http/event-loop.ts';

import type { UploadedRow } from './bulk-upload-rows.store.ts';
import {
  countedAs,
  type Progress,
  type RowCounts,
  stateConflict,
  storable,
} from './bulk-uploads.rules.ts';
import { joinRuns, type Run, sizeOfRuns } from './runs.rules.ts';
import { otherRow } from './uploaded-rows.rules.ts';

/** A batch of rows as the client sends it. */
export type Batch = z.infer<typeof rowBatch>;

/** A valid row that can become a lead. */
export interface GoodRow {
  readonly row_number: number;
  readonly cells: readonly string[];
  readonly lead: LeadCreateFields;
}

/** A validated batch: the rows that become leads, and what to store of the other rows. */
export interface ValidatedBatch {
  readonly good: readonly GoodRow[];
  readonly others: readonly UploadedRow[];
  readonly blankRuns: readonly Run[];
}

/**
 * Validates every row of a batch and lets other requests run in between.
 * @throws ApiError 400 when the batch contains the same row twice
 */
export async function validateBatch(
  { rows, leftOut, blank: blankRuns = [] }: Batch,
  context: RowContext | null,
): Promise<ValidatedBatch> {
  const good: GoodRow[] = [];
  const others: UploadedRow[] = [];
  for await (const [rowNumber, ...cells] of yieldToEventLoop(rows)) {
    const result = isBlankRow(cells) ? undefined : validateRow(cells, context);
    if (result === undefined) others.push(otherRow(rowNumber, 'blank'));
    else if (result.errors)
      others.push({
        ...otherRow(rowNumber, 'rejected'),
        cells: cells.map(storable),
        errors: result.errors,
      });
    else good.push({ row_number: rowNumber, cells, lead: result.fields });
  }
  for (const { row, reason, of } of leftOut)
    others.push({
      ...otherRow(row, 'left-out'),
      reason,
      repeats: of === null ? null : storable(of),
    });
  assertNoRepeats(
    [...good, ...others].map((row) => row.row_number),
    blankRuns,
  );
  return { good, others, blankRuns };
}

/** Returns the stored form of a row that became a lead. */
export function submittedRow(rowNumber: number, leadId: string): UploadedRow {
  return { ...otherRow(rowNumber, 'submitted'), lead_id: leadId };
}

function assertNoRepeats(rowNumbers: readonly number[], blankRuns: readonly Run[]): void {
  const runs: Run[] = [...rowNumbers.map((row): Run => [row, row]), ...blankRuns];
  if (sizeOfRuns(joinRuns(runs)) < sizeOfRuns(runs))
    throw new ApiError('invalid-rows', 'This batch contains the same row twice.');
}

/**
 * Asserts that the upload is being submitted and that every row number exists in its file.
 * @throws ApiError 409 when the upload is in another state; 400 for a row number outside the file
 */
export function assertAcceptsRows(
  { state, read }: Progress,
  { good, others, blankRuns }: ValidatedBatch,
): void {
  if (state !== 'submitting')
    throw stateConflict(`This upload is ${state} and takes no rows. Start it first.`);
  // The header is row 1.
  const strange = [
    ...good.map(getRowNumber),
    ...others.map(getRowNumber),
    ...blankRuns.flat(),
  ].find((row) => row < 2 || row > read + 1);
  if (strange !== undefined)
    throw new ApiError(
      'invalid-rows',
      `There is no row ${strange} in this file: its rows go from 2 to ${read + 1}.`,
    );
}

const getRowNumber = (row: { readonly row_number: number }) => row.row_number;

/** Returns whether an outcome no longer changes, however often the row is sent again. */
export function isFinal(outcome: RowOutcome | undefined): boolean {
  return outcome === 'submitted' || outcome === 'unknown';
}

/**
 * Returns how these rows change the counts of an upload, given their earlier outcomes, together
 * with other changes by outcome.
 */
export function countChanges(
  rows: readonly Pick<UploadedRow, 'row_number' | 'outcome'>[],
  known: ReadonlyMap<number, RowOutcome>,
  others: Partial<Record<RowOutcome, number>> = {},
): RowCounts {
  const changes = { submitted: 0, rejected: 0, left_out: 0, blank: 0, unknown: 0 };
  for (const outcome of rowOutcomes) changes[countedAs(outcome)] += others[outcome] ?? 0;
  for (const { row_number: rowNumber, outcome } of rows) {
    const earlier = known.get(rowNumber);
    if (earlier) changes[countedAs(earlier)] -= 1;
    changes[countedAs(outcome)] += 1;
  }
  return changes;
}
