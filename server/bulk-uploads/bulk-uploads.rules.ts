import { isDeepStrictEqual } from 'node:util';

import {
  type CellEdit,
  type ParseOptions,
  type RowOutcome,
  uploadLimits,
  type UploadState,
  type UploadTotals,
} from '#contract/web/bulk-uploads.ts';
import { ApiError } from '#server/plugins/errors.ts';

/** How far an upload is. */
export interface Progress {
  readonly state: UploadState;
  readonly read: number;
  readonly submitted: number;
  readonly rejected: number;
  readonly left_out: number;
  readonly blank: number;
  readonly unknown: number;
}

/** The totals as they are told: what a stopped upload did not send counts as left out, until it is taken up again. */
export function totalsOf(upload: Progress): UploadTotals {
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

/** The rows of which nothing is known yet. */
function waitingIn(upload: Progress): number {
  return upload.read - storedRows(upload, undefined);
}

/** From where an upload gets to each state; the same state again is no error, because answers get lost. */
const ways: Readonly<Record<Exclude<UploadState, 'checking'>, readonly UploadState[]>> = {
  submitting: ['checking', 'submitting', 'paused', 'stopped', 'finished'],
  paused: ['submitting', 'paused'],
  stopped: ['submitting', 'paused', 'stopped'],
  finished: ['submitting', 'paused', 'finished'],
};

/** What changes when an upload of `read` rows is to be in another state. @throws ApiError 400, 409 with the reason why it cannot */
export function stateChange(
  upload: Progress & { readonly last_sent_at: Date | null; readonly size: number },
  wanted: { readonly state: Exclude<UploadState, 'checking'>; readonly read: number },
): { readonly state: UploadState; readonly read: number; readonly isEnd: boolean } {
  const { state, read } = wanted;
  requireSize(upload.size, read);
  if (!ways[state].includes(upload.state))
    throw new ApiError(409, `This upload is ${upload.state}: start it before it can be ${state}.`);
  if (upload.last_sent_at !== null && read !== upload.read)
    throw new ApiError(
      409,
      `Rows of this upload were sent when the file had ${upload.read} rows; now it has ${read}. Read it the same way as before.`,
    );
  const waiting = waitingIn({ ...upload, read });
  if (state === 'finished' && waiting > 0)
    throw new ApiError(
      409,
      `${waiting} of ${read} rows have not been sent. Send them, or stop the upload.`,
    );
  return { state, read, isEnd: state === 'stopped' || state === 'finished' };
}

/** A row takes at least one byte, its line end. @throws ApiError 400 when a file of this size cannot have as many rows */
function requireSize(size: number, read: number): void {
  if (read <= size) return;
  const sentence = `A file of ${size.toLocaleString('en')} bytes can’t have ${read.toLocaleString('en')} rows.`;
  throw new ApiError(400, sentence, { fields: { read: sentence } });
}

/** The last of the edits of each cell, as the database can hold it. */
export function lastEdits(edits: readonly CellEdit[]): CellEdit[] {
  const byCell = new Map(edits.map((edit) => [`${edit.row} ${edit.column}`, edit]));
  return Array.from(byCell.values(), (edit) => ({
    ...edit,
    text: edit.text === null ? null : storable(edit.text),
  }));
}

/** The edits of an upload are answered as a whole when it is opened, so they are bounded. @throws ApiError 400 */
export function requireRoom(edits: { readonly count: number; readonly bytes: number }): void {
  if (edits.count <= uploadLimits.edits && edits.bytes <= uploadLimits.editedBytes) return;
  throw new ApiError(
    400,
    `An upload can have ${uploadLimits.edits.toLocaleString('en')} edited cells, of ${uploadLimits.editedBytes / 1024 / 1024} MiB in all. Correct the file itself and upload it again.`,
  );
}

/** The database holds neither NUL nor half a character: the mark that stands for what cannot be read takes their place. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** A row that is a lead keeps its number, so the file has to be read as it was then. @throws ApiError 409 */
export function assertSameParseOptions(
  { submitted, unknown }: Progress,
  earlier: ParseOptions | null,
  parseOptions: ParseOptions | null,
): void {
  if (submitted + unknown === 0 || earlier === null || isDeepStrictEqual(parseOptions, earlier))
    return;
  throw new ApiError(
    409,
    'Rows of this file are leads already: how it is read, its characters, delimiter and columns, stays as it was.',
  );
}

/**
 * The rows of one file that name no contact go to one contact: another window chooses no other between two batches. Paused, it may.
 * @throws ApiError 409
 */
export function requireSameContact(
  { state }: Progress,
  earlier: string | null,
  contactId: string | null,
): void {
  if (state !== 'submitting' || contactId === earlier) return;
  throw new ApiError(
    409,
    'Rows of this file are being submitted: the contact of those that name none stays as it was. Pause the upload to choose another one.',
  );
}

/** Of how many rows something is kept, of one outcome or all. */
export function storedRows(upload: Progress, outcome: RowOutcome | undefined): number {
  const counts: Record<RowOutcome, number> = {
    submitted: upload.submitted,
    rejected: upload.rejected,
    'left-out': upload.left_out,
    blank: upload.blank,
    unknown: upload.unknown,
  };
  return outcome === undefined
    ? Object.values(counts).reduce((sum, count) => sum + count)
    : counts[outcome];
}

/**
 * The rows that are a page of results. The first row is number 2: once something is kept of every row, each page begins at a known
 * number, and the database need not count its way there.
 */
export function pageRange(
  upload: Progress,
  { page, pageSize, outcome }: ResultsQuery,
): { outcome: RowOutcome | undefined; after: number; offset: number; limit: number } {
  const before = (page - 1) * pageSize;
  return outcome === undefined && waitingIn(upload) === 0
    ? { outcome, after: Math.min(before, upload.read) + 1, offset: 0, limit: pageSize }
    : { outcome, after: 0, offset: before, limit: pageSize };
}

interface ResultsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly outcome?: RowOutcome | undefined;
}
