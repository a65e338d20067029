import { isDeepStrictEqual } from 'node:util';

import {
  type CellEdit,
  type RowOutcome,
  rowOutcomes,
  uploadLimits,
  type UploadState,
  type UploadTotals,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowResultListQuery } from '#contract/bulk-upload/endpoints.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** The column of an upload that counts the rows with each outcome. */
export const countedAs = (outcome: RowOutcome) => (outcome === 'left-out' ? 'left_out' : outcome);

/** How many rows have each outcome. */
export type RowCounts = Readonly<Record<ReturnType<typeof countedAs>, number>>;

/** The progress of an upload. */
export interface Progress extends RowCounts {
  readonly state: UploadState;
  readonly read: number;
}

/**
 * Returns the totals as the API reports them. The unsent rows of a stopped upload count as left out
 * until the upload is resumed.
 */
export function countTotals(upload: Progress): UploadTotals {
  const { read, submitted, rejected, blank, unknown } = upload;
  const waiting = waitingIn(upload);
  const isStopped = upload.state === 'stopped';
  return {
    read,
    submitted,
    rejected,
    leftOut: upload.left_out + (isStopped ? waiting : 0),
    blank,
    unknown,
    waiting: isStopped ? 0 : waiting,
  };
}

/** Returns the number of rows that have no outcome yet. */
const waitingIn = (upload: Progress): number => upload.read - storedRows(upload, undefined);

/**
 * The states from which each state can be reached. Repeating a state is no error, because responses
 * get lost.
 */
const previousStates: Readonly<Record<Exclude<UploadState, 'checking'>, readonly UploadState[]>> = {
  submitting: ['checking', 'submitting', 'paused', 'stopped', 'finished'],
  paused: ['submitting', 'paused'],
  stopped: ['submitting', 'paused', 'stopped'],
  finished: ['submitting', 'paused', 'finished'],
};

/**
 * Returns the new state of an upload whose file has `read` rows.
 * @throws ApiError 400 when the file cannot have as many rows; 409 with the reason when the state
 * cannot change
 */
export function stateChange(
  upload: Progress & { readonly last_sent_at: Date | null; readonly size: number },
  requested: { readonly state: Exclude<UploadState, 'checking'>; readonly read: number },
): { readonly state: UploadState; readonly read: number; readonly isEnd: boolean } {
  const { state, read } = requested;
  requireSize(upload.size, read);
  if (!previousStates[state].includes(upload.state))
    throw stateConflict(`This upload is ${upload.state}: start it before it can be ${state}.`);
  if (upload.last_sent_at !== null && read !== upload.read)
    throw new ApiError(
      'parse-options-conflict',
      `Rows of this upload were sent when the file had ${upload.read} rows; now it has ${read}. Read it the same way as before.`,
    );
  const waiting = waitingIn({ ...upload, read });
  if (state === 'finished' && waiting > 0)
    throw stateConflict(
      `${waiting} of ${read} rows have not been sent. Send them, or stop the upload.`,
    );
  return { state, read, isEnd: state === 'stopped' || state === 'finished' };
}

/**
 * Asserts that a file of this size can have `read` rows: a row takes at least one byte, its line
 * end.
 * @throws ApiError 400
 */
function requireSize(size: number, read: number): void {
  if (read <= size) return;
  const sentence = `A file of ${size.toLocaleString('en')} bytes can’t have ${read.toLocaleString('en')} rows.`;
  throw new ApiError('invalid-fields', sentence, { fields: { read: sentence } });
}

/** Returns the error for an action that the state of an upload does not allow. */
export const stateConflict = (sentence: string) => new ApiError('upload-state-conflict', sentence);

/** Returns the last edit of each cell, with text that the database can store. */
export function lastEdits(edits: readonly CellEdit[]): CellEdit[] {
  const byCell = new Map(edits.map((edit) => [`${edit.row} ${edit.column}`, edit]));
  return Array.from(byCell.values(), (edit) => ({
    ...edit,
    text: edit.text === null ? null : storable(edit.text),
  }));
}

/**
 * Asserts that the edits of an upload stay within the limits, because opening the upload returns
 * all of them.
 * @throws ApiError 400
 */
export function assertWithinEditLimits(edits: { readonly count: number; readonly bytes: number }) {
  if (edits.count <= uploadLimits.edits && edits.bytes <= uploadLimits.editedBytes) return;
  throw new ApiError(
    'too-many-edits',
    `An upload can have ${uploadLimits.edits.toLocaleString('en')} edited cells, of ${uploadLimits.editedBytes / 1024 / 1024} MiB in all. Correct the file itself and upload it again.`,
  );
}

/**
 * Returns the text with NUL and lone surrogates, which the database cannot store, replaced by
 * U+FFFD.
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/**
 * Asserts that the parse options stay the same once rows are submitted or unknown: a submitted row
 * keeps its number.
 * @throws ApiError 409
 */
export function assertSameParseOptions(
  { submitted, unknown }: Progress,
  earlier: ParseOptions | null,
  parseOptions: ParseOptions | null,
): void {
  if (submitted + unknown === 0 || earlier === null || isDeepStrictEqual(parseOptions, earlier))
    return;
  throw new ApiError(
    'parse-options-conflict',
    'Rows of this file are already leads: its encoding, delimiter and columns can’t change any more.',
  );
}

/**
 * Asserts that the contact for rows without one stays the same while the upload is submitting, so
 * that another window cannot change it between two batches. It can change while the upload is
 * paused.
 * @throws ApiError 409
 */
export function requireSameContact(
  { state }: Progress,
  earlier: string | null,
  contactId: string | null,
): void {
  if (state !== 'submitting' || contactId === earlier) return;
  throw stateConflict(
    'Rows of this file are being submitted. Pause the upload to choose another contact.',
  );
}

/** Returns how many rows have an outcome: the given one, or any. */
export function storedRows(upload: Progress, outcome: RowOutcome | undefined): number {
  const outcomes: readonly RowOutcome[] = outcome === undefined ? rowOutcomes : [outcome];
  return outcomes.reduce((sum, each) => sum + upload[countedAs(each)], 0);
}

/**
 * Returns the range of rows on a page of results. The first row is number 2. Once every row has an
 * outcome, each page starts at a known row number, so the database need not skip rows by offset.
 */
export function pageRange(
  upload: Progress,
  { page, pageSize, outcome }: RowResultListQuery,
): { outcome: RowOutcome | undefined; after: number; offset: number; limit: number } {
  const before = (page - 1) * pageSize;
  return outcome === undefined && waitingIn(upload) === 0
    ? { outcome, after: Math.min(before, upload.read) + 1, offset: 0, limit: pageSize }
    : { outcome, after: 0, offset: before, limit: pageSize };
}
