import type {
  BulkUpload,
  ParseOptions,
  UploadChoices,
  UploadTotals,
} from '#contract/web/bulk-uploads.ts';
import type { FileNotice, ReadProgress, Recognition } from '#src/csv/recognition.ts';
import type { TotalPart } from '#src/lib/upload-totals.ts';
import type { SheetSummary } from '#src/sheet/sheet.ts';

import type { SaveStatus } from './autosave.ts';
import type { Pace } from './pace.ts';
import type { ConnectionStatus } from './until-answered.ts';

/** A file that was looked at. */
interface Looked {
  readonly file: File;
  readonly recognition: Recognition;
}

/** A file whose rows are being read, or are read. */
export interface Read extends Looked {
  readonly parseOptions: ParseOptions;
}

/** Looking for the file's clients among the partner's leads. */
export type LeadSearch =
  | { readonly is: 'not-begun' }
  | { readonly is: 'running'; readonly rows: number; readonly connection: ConnectionStatus | null }
  | { readonly is: 'failed'; readonly message: string }
  /** Behind: cells were edited since, and may repeat another lead now. */
  | { readonly is: 'done'; readonly isBehind: boolean };

/** A file whose every row is checked, with the upload it belongs to. */
export interface Checked extends Read {
  /** What to know of how it is read; told by its first bytes, then by its rows. */
  readonly notices: readonly FileNotice[];
  readonly summary: SheetSummary;
  readonly upload: BulkUpload;
  readonly choices: UploadChoices;
  /** Chosen, edited or submitted before, here or elsewhere. */
  readonly isResumed: boolean;
  /** How many rows the service takes in one batch. */
  readonly rowsInBatch: number;
  readonly saveStatus: SaveStatus;
  readonly leadSearch: LeadSearch;
  /** A change of many cells still runs. */
  readonly isChanging: boolean;
  /** Why the last change or submission did not happen; null: it did. */
  readonly problem: string | null;
}

/** What a submission is doing. */
export type Run =
  | { readonly is: 'running'; readonly connection: ConnectionStatus | null }
  | {
      readonly is: 'pausing' | 'stopping' | 'finishing';
      readonly connection: ConnectionStatus | null;
    }
  | {
      readonly is: 'paused';
      /** Who did: the person here, another tab or machine (then `stopped` may be meant), or a failure with its sentence. */
      readonly by: 'person' | 'elsewhere' | 'stopped-elsewhere' | { readonly failure: string };
    };

/** Where the upload of one file stands; each stage carries what is known then and nothing else. */
export type Stage =
  | { readonly at: 'nothing' }
  | { readonly at: 'recognising'; readonly file: File }
  /** The file is not exactly as it should be: told, and the person says how to go on. */
  | (Looked & { readonly at: 'file-issues'; readonly parseOptions: ParseOptions | null })
  | (Read & {
      readonly at: 'reading';
      readonly progress: ReadProgress;
      /** By bytes. */
      readonly pace: Pace;
      /** Why it is read a second time; null: it is not. */
      readonly again: string | null;
    })
  /** Read and checked; the service is asked what it knows of the file. */
  | (Read & {
      readonly at: 'opening';
      readonly summary: SheetSummary;
      readonly connection: ConnectionStatus | null;
    })
  | (Checked & { readonly at: 'checked' })
  | {
      readonly at: 'submitting';
      readonly file: File;
      readonly upload: BulkUpload;
      readonly totals: UploadTotals;
      readonly pace: Pace;
      readonly run: Run;
    }
  | { readonly at: 'ended'; readonly upload: BulkUpload }
  /** The file cannot be gone on with: it changed on disk, or what read it has died. */
  | { readonly at: 'broken'; readonly file: File; readonly message: string };

export type StageAt<At extends Stage['at']> = Extract<Stage, { readonly at: At }>;

/** How many rows are settled: no longer waiting. */
export function completedRows({ read, waiting }: UploadTotals): number {
  return read - waiting;
}

/** Rows that are no leads yet and would be sent. */
export function unsentRows({ ready, invalid }: SheetSummary): number {
  return ready + invalid;
}

/** Whether two readings read the same. */
export function isSameParseOptions(one: ParseOptions, other: ParseOptions): boolean {
  return JSON.stringify(parseOptionParts(one)) === JSON.stringify(parseOptionParts(other));
}

function parseOptionParts({ encoding, delimiter, columns }: ParseOptions) {
  return [encoding, delimiter, columns];
}

/** The tally of a checked file; its parts add up. */
export function checkedParts(summary: SheetSummary): readonly TotalPart[] {
  const parts: readonly TotalPart[] = [
    { label: 'read', number: summary.read },
    { label: 'ready', number: summary.ready, tone: 'good' },
    { label: 'to correct', number: summary.invalid, ...(summary.invalid > 0 && { tone: 'bad' }) },
    { label: 'left out', number: summary.leftOut },
    { label: 'blank', number: summary.blank },
  ];
  const before: readonly TotalPart[] = [
    { label: 'submitted', number: summary.submitted },
    { label: 'unknown', number: summary.unknown, tone: 'wait' },
  ];
  return [...parts, ...before.filter(({ number }) => number > 0)];
}
