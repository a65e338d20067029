import type {
  BulkUpload,
  UploadChoices,
  UploadTotals,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { ConnectionStatus } from '#src/api/retry.ts';
import type { FileNotice, ReadProgress, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

import type { SaveStatus } from './autosave.ts';
import type { ProgressSamples } from './progress-rate.ts';
import type { TotalPart } from './upload-totals.ts';

/** A file whose format was recognised. */
interface RecognisedFile {
  readonly file: File;
  readonly recognition: Recognition;
}

/** A file whose rows are being read, or have been read. */
export interface Read extends RecognisedFile {
  readonly parseOptions: ParseOptions;
}

/** The search for the file's clients among the partner's leads. */
export type LeadSearch =
  | { readonly is: 'not-started' }
  | { readonly is: 'running'; readonly rows: number; readonly connection: ConnectionStatus | null }
  | { readonly is: 'failed'; readonly message: string }
  /** `isBehind`: cells were edited since, and may now repeat another lead. */
  | { readonly is: 'done'; readonly isOutdated: boolean };

/** A file with all rows checked, and the upload it belongs to. */
export interface Checked extends Read {
  /** Notices about how the file is read, from its first bytes and then from its rows. */
  readonly notices: readonly FileNotice[];
  readonly summary: SheetSummary;
  /**
   * How many changes of the rows were applied. New findings about the rows, such as duplicate
   * leads, give a new summary but are no change.
   */
  readonly changes: number;
  readonly upload: BulkUpload;
  readonly choices: UploadChoices;
  /** Whether anything was chosen, edited or submitted before, here or elsewhere. */
  readonly isResumed: boolean;
  /** Whether the file was read again with the parse options chosen at an earlier time. */
  readonly isReadAgain: boolean;
  /** Max rows the service accepts in one batch. */
  readonly rowsInBatch: number;
  readonly saveStatus: SaveStatus;
  readonly leadSearch: LeadSearch;
  /** Whether a change of many cells is still running. */
  readonly isChanging: boolean;
  /** How many cells the last change fixed, if it applied all fixes at once; else null. */
  readonly fixedCells: number | null;
  /** Says why the last change or submission failed; null if it succeeded. */
  readonly problem: string | null;
}

/** The current activity of a submission. */
export type SubmissionRun =
  | {
      readonly is: 'running' | 'pausing' | 'stopping' | 'finishing';
      readonly connection: ConnectionStatus | null;
    }
  | {
      readonly is: 'paused';
      /**
       * Who paused the submission: the user here, another tab or computer (which may also have
       * stopped it), or a failure with its message.
       */
      readonly by: 'person' | 'elsewhere' | 'stopped-elsewhere' | { readonly failure: string };
    };

/** The state of a submission. */
export interface RunState {
  readonly totals: UploadTotals;
  /** Based on completed rows. */
  readonly samples: ProgressSamples;
  readonly run: SubmissionRun;
}

/** The stage of one file's upload. Each stage carries only the data known at that point. */
export type UploadStage =
  | { readonly at: 'nothing' }
  | { readonly at: 'recognising'; readonly file: File }
  /**
   * The file differs from the template: its issues are shown, and the user decides how to continue.
   */
  | (RecognisedFile & { readonly at: 'file-issues'; readonly parseOptions: ParseOptions | null })
  | (Read & {
      readonly at: 'reading';
      readonly progress: ReadProgress;
      /** In bytes. */
      readonly samples: ProgressSamples;
      /** Says why the file is read a second time; null if it isn't. */
      readonly readAgainReason: string | null;
    })
  /**
   * All rows are read and checked; the request to the service for what it knows of the file is
   * running.
   */
  | (Read & {
      readonly at: 'opening';
      readonly summary: SheetSummary;
      readonly connection: ConnectionStatus | null;
    })
  | (Checked & { readonly at: 'checked' })
  | (RunState & { readonly at: 'submitting'; readonly file: File; readonly upload: BulkUpload })
  | { readonly at: 'ended'; readonly upload: BulkUpload }
  | {
      readonly at: 'broken';
      readonly file: File;
      readonly message: string;
      /**
       * What keeps the file from being processed further: the file itself, such as a change on
       * disk, or its worker has died; a part of the portal that does not load; a release that has
       * replaced that part.
       */
      readonly by: 'file' | 'missing-part' | 'new-version';
    };

export type StageAt<At extends UploadStage['at']> = Extract<UploadStage, { readonly at: At }>;

/** Returns how many rows are completed: no longer waiting. */
export const completedRows = ({ read, waiting }: UploadTotals): number => read - waiting;

/** Returns how many rows would be sent: rows that are not leads yet, including invalid ones. */
export const unsentRows = ({ ready, invalid }: SheetSummary): number => ready + invalid;

/** Returns whether rows of a file were sent, so that it can't be read another way any more. */
export const hasSentRows = ({ submitted, unknown }: SheetSummary) => submitted + unknown > 0;

/** Returns the totals of an upload before its submission: no row has a new outcome yet. */
export function totalsBefore({ read, submitted, unknown }: SheetSummary): UploadTotals {
  const waiting = read - submitted - unknown;
  return { read, submitted, rejected: 0, leftOut: 0, blank: 0, unknown, waiting };
}

/** Returns whether two sets of parse options are the same. */
export function isSameParseOptions(one: ParseOptions | null, other: ParseOptions): boolean {
  return (
    one !== null &&
    JSON.stringify(parseOptionParts(one)) === JSON.stringify(parseOptionParts(other))
  );
}

function parseOptionParts({ encoding, delimiter, columns, headerRow = 1, sheet }: ParseOptions) {
  return [encoding, delimiter, columns, headerRow, sheet ?? null];
}

/**
 * Returns how many of the blank rows are the header and titles above it: those from row 2 on, where
 * rows are counted from.
 */
export const titleRows = ({ headerRow = 1 }: ParseOptions): number => headerRow - 1;

/** Returns the parts of a checked file's summary, which add up to the rows read. */
export function checkedParts(
  summary: SheetSummary,
  parseOptions: ParseOptions,
): readonly TotalPart[] {
  const titles = titleRows(parseOptions);
  const parts: readonly TotalPart[] = [
    { label: 'read', number: summary.read },
    { label: 'ready', number: summary.ready, tone: 'success' },
    { label: 'to fix', number: summary.invalid, ...(summary.invalid > 0 && { tone: 'danger' }) },
    { label: 'left out', number: summary.leftOut },
    { label: 'blank', number: summary.blank - titles },
    ...(titles > 0 ? [{ label: 'title and header', number: titles }] : []),
  ];
  const before: readonly TotalPart[] = [
    { label: 'submitted', number: summary.submitted },
    { label: 'unknown', number: summary.unknown, tone: 'warning' },
  ];
  return [...parts, ...before.filter(({ number }) => number > 0)];
}
