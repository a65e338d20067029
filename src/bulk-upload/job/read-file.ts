import type { OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { targetAt } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet, SheetSummary, ValidationContext } from '#src/bulk-upload/rows/sheet.ts';

import { addSample, type ProgressSamples } from './progress-rate.ts';
import { type Checked, isSameParseOptions, type Read } from './stage.ts';

/** Min milliseconds between two progress updates. */
const progressIntervalMs = 250;

interface ReadFileOptions {
  readonly sheet: Sheet;
  readonly parseOptions: ParseOptions;
  readonly context: ValidationContext;
  /** Progress before the first row. */
  readonly samples: ProgressSamples;
  readonly signal: AbortSignal;
  /** Requests what the service knows of a file with this content. */
  readonly openUpload: (contentHash: string) => Promise<OpenedUpload>;
  readonly onProgress: (progress: ReadProgress, samples: ProgressSamples) => void;
}

/**
 * Reads and validates every row of a file. Requests what the service knows of the file while the
 * last rows are validated, if the content hash is known by then.
 */
export async function readFile(options: ReadFileOptions) {
  const { sheet, parseOptions, context, signal, openUpload, onProgress } = options;
  let { samples } = options;
  let notifiedAt = 0;
  let opened: Promise<OpenedUpload> | undefined;
  const { summary, notices, contentHash } = await sheet.read(parseOptions, context, (progress) => {
    const now = performance.now();
    if (signal.aborted) return;
    if (progress.contentHash !== null) opened = openUpload(progress.contentHash);
    if (now - notifiedAt < progressIntervalMs) return;
    notifiedAt = now;
    samples = addSample(samples, Date.now(), progress.bytes);
    onProgress(progress, samples);
  });
  signal.throwIfAborted();
  return { summary, notices, opened: opened ?? openUpload(contentHash) };
}

/** A file that was read, and the notices about its rows. */
export type FoundFile = Read & Pick<Awaited<ReturnType<Sheet['read']>>, 'notices'>;

/** The reason why a file is read with its parse options. */
export interface HowRead {
  /** Whether the user chose the parse options, or accepted them. */
  readonly isChosen?: boolean;
  /** The parse options as they were proposed, if the user accepted or changed a proposal. */
  readonly proposed?: ParseOptions | null;
  /** Whether the file is read again, with the parse options of an earlier time. */
  readonly isReadAgain?: boolean;
}

/**
 * Returns the state of a file whose rows are checked, with what the service knows of the file:
 * choices, edits and rows sent before, here or elsewhere.
 */
export function checkedFrom(
  { notices, ...read }: FoundFile,
  opened: OpenedUpload,
  summary: SheetSummary,
  { isReadAgain = false }: HowRead,
): Checked {
  const reported = read.recognition.notices.filter(({ weight }) => weight === 'info');
  const { upload, choices, rowsInBatch } = opened;
  return {
    ...read,
    notices: [...reported, ...notices],
    summary,
    upload,
    rowsInBatch,
    choices: { ...choices, parseOptions: read.parseOptions },
    isResumed: isStarted(opened),
    isReadAgain,
    saveStatus: { isSaved: true, connection: null, rejection: null },
    leadSearch: { is: 'not-started' },
    isChanging: false,
    changes: 0,
    fixedCells: null,
    problem: null,
  };
}

/** The reason shown while a file is read again. */
export const readAgainNotice =
  'This file was checked before. It is read again with the options chosen then.';

/**
 * Returns the parse options with which a file has to be read again; null if it doesn't. They are
 * those of the earlier time, with what the user changed in the proposal now. A checked file can be
 * read in any other way the user chooses, as long as no row was sent.
 */
export function findEarlierOptions(
  opened: OpenedUpload,
  parseOptions: ParseOptions,
  { isChosen = false, proposed = null }: HowRead,
): ParseOptions | null {
  const { submittedRows, unknownRows } = opened;
  const stored = opened.choices.parseOptions;
  if (stored === null) return null;
  const requested =
    isChosen && submittedRows.length + unknownRows.length === 0
      ? withChanges(stored, proposed, parseOptions)
      : stored;
  return isSameParseOptions(requested, parseOptions) ? null : requested;
}

/**
 * Returns the stored parse options with what the user changed in the proposal. Without a proposal,
 * or where the stored columns can't be compared with the chosen ones, they are the chosen ones.
 */
function withChanges(stored: ParseOptions, proposed: ParseOptions | null, chosen: ParseOptions) {
  if (proposed === null) return chosen;
  if (isSameParseOptions(proposed, chosen)) return stored;
  if (stored.delimiter !== chosen.delimiter) return chosen;
  const encoding = chosen.encoding === proposed.encoding ? stored.encoding : chosen.encoding;
  const some = chosen.columns ?? proposed.columns ?? stored.columns;
  const columns = some?.map((_, at) => {
    const target = targetAt(chosen.columns, at);
    return target === targetAt(proposed.columns, at) ? targetAt(stored.columns, at) : target;
  });
  return { ...stored, encoding, columns: columns ?? null };
}

/** Returns whether somebody has done more with the file than opening it. */
function isStarted({ upload, choices, edits }: OpenedUpload): boolean {
  return (
    upload.state !== 'checking' ||
    edits.length > 0 ||
    choices.fixes.length > 0 ||
    choices.contactId !== null
  );
}
