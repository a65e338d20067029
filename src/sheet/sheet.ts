import type {
  Encoding,
  LeaveOutReason,
  Fix,
  ParseOptions,
  UploadChoices,
} from '#contract/web/bulk-uploads.ts';
import type { FileNotice, ReadProgress, Recognition } from '#src/csv/recognition.ts';

/**
 * What the page knows of the file that was dropped. The rows live in a worker (`sheet.worker.ts`), which keeps offsets, errors and edits,
 * never the rows themselves; the page asks for the few that it shows. Row numbers are those Excel shows: the header is row 1.
 */

/** Cells that are wrong for one reason, or rows. */
export interface IssueGroup {
  /** The same for the same file and reading; `Fix.cause` names it. */
  readonly key: string;
  /** The template column; null: the rows as a whole are wrong. */
  readonly column: string | null;
  /** `Phones without +`: what happened. */
  readonly title: string;
  /** What the contract says, or what to do. */
  readonly advice: string;
  /** Cells, or rows, that are wrong because of it now; 0 once fixed. */
  readonly cells: number;
  /** The first row with it. */
  readonly firstRow: number;
  /** Whether one click fixes it; where it asks something, these are the answers. */
  readonly fix: null | {
    readonly options: readonly {
      readonly value: string;
      readonly label: string;
      /** How many cells it fixes. */
      readonly cells: number;
      /** The first of them, at most three, before and after. */
      readonly examples: readonly {
        readonly row: number;
        readonly before: string;
        readonly after: string;
      }[];
    }[];
    /** What is asked before it fixes, also where one answer alone would do; null: nothing is in doubt. */
    readonly question: string | null;
    /** The chosen answer (or `''`) where it is fixed now; null: not fixed. */
    readonly chosen: string | null;
    /** How many cells the fix would fix, or has fixed. */
    readonly cells: number;
  };
}

/** Rows that seem to be about the same client. */
export interface DuplicateGroup {
  /** The row that would be left out. */
  readonly row: number;
  /** The earlier row it repeats, or the lead. */
  readonly of: { readonly row: number } | { readonly leadId: string; readonly client: string };
  /** What they share: `phone`, `email`, `business number`, `own reference`. */
  readonly shared: string;
  readonly isLeftOut: boolean;
}

/** What there is to show of the whole file. read = ready + invalid + left out + blank + submitted + unknown, always. */
export interface SheetSummary {
  readonly read: number;
  /** Rows that would be submitted now. */
  readonly ready: number;
  readonly invalid: number;
  readonly leftOut: number;
  readonly blank: number;
  /** Rows that are leads already, from an earlier time. */
  readonly submitted: number;
  /** Rows that were sent at an earlier time, and their answer was lost. */
  readonly unknown: number;
  readonly issues: readonly IssueGroup[];
  readonly duplicateRows: number;
  readonly duplicateLeads: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Which rows the grid shows. */
export type RowFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'issue'; readonly issue: string }
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'duplicates'; readonly of: 'rows' | 'leads' }
  | { readonly kind: 'row'; readonly row: number };

/** One row of the grid. Cells stand in the template's order. */
export interface SheetRow {
  readonly row: number;
  /** As they would be submitted: edits and fixes applied. */
  readonly cells: readonly string[];
  /** By the column's place: what is wrong. */
  readonly errors: Readonly<Record<number, string>>;
  /** Places of cells that an edit or a fix changed, with the text of the file. */
  readonly changed: Readonly<Record<number, string>>;
  readonly state: 'ready' | 'invalid' | 'left-out' | 'blank' | 'submitted' | 'unknown';
}

/** What a change did to the summary; `rows` are the numbers of the rows it touched, at most 1,000. */
export interface Changed {
  readonly summary: SheetSummary;
  /** The edits that the service has to keep for it: the cell's text, or null where an edit was taken back. */
  readonly edits: readonly {
    readonly row: number;
    readonly column: string;
    readonly text: string | null;
  }[];
  /** The fixes in force now. */
  readonly fixes: readonly Fix[];
}

/** Rows as `POST …/rows` takes them. */
export interface RowBatch {
  readonly rows: readonly (readonly [number, ...string[]])[];
  readonly leftOut: readonly {
    readonly row: number;
    readonly reason: LeaveOutReason;
    readonly of: string | null;
  }[];
  /** Where the next batch begins; null: this is the last one. */
  readonly next: number | null;
}

/** What rows are validated against beside the contract: whose they may be; null where only the service behind the portal knows. */
export type ValidationContext = {
  readonly partnerId: string;
  readonly contactIds: readonly string[];
} | null;

/** Everything the page can ask of the worker. Each call answers, or fails with an `Error` whose message is a sentence for the person. */
export interface Sheet {
  /** Looks at the first bytes. */
  recognise(file: File): Promise<Recognition>;
  /** Reads and checks every row, and hashes the content beside it. Calling it again begins anew; the earlier call fails. */
  read(
    parseOptions: ParseOptions,
    context: ValidationContext,
    onProgress: (progress: ReadProgress) => void,
  ): Promise<{
    readonly summary: SheetSummary;
    readonly contentHash: string;
    /** Told by the rows only: an unclosed quote, characters that do not fit the encoding. */
    readonly notices: readonly FileNotice[];
  }>;
  /** Takes up what was chosen, edited and submitted before. Progress where fixes have to be worked out again. */
  resume(earlier: {
    readonly choices: UploadChoices;
    readonly edits: readonly {
      readonly row: number;
      readonly column: string;
      readonly text: string;
    }[];
    readonly submittedRows: readonly (readonly [number, number])[];
    readonly unknownRows: readonly (readonly [number, number])[];
  }): Promise<SheetSummary>;
  /** How many rows a filter shows. What `rows` shows of it stays as it was counted, so that no row goes while it is corrected. */
  count(filter: RowFilter): Promise<number>;
  /** The rows of a filter from `first` (counted from 0), at most 500. */
  rows(filter: RowFilter, first: number, count: number): Promise<readonly SheetRow[]>;
  /** Writes cells; one step of undo. */
  edit(
    cells: readonly { readonly row: number; readonly column: string; readonly text: string }[],
  ): Promise<Changed>;
  /** Fixes every cell with a cause, or (option null and `off`) takes the fix back; one step of undo. */
  fix(issue: string, option: string | null, off?: boolean): Promise<Changed>;
  undo(): Promise<Changed>;
  redo(): Promise<Changed>;
  /** Duplicates found within the file, or by `setDuplicateLeads`; a page of them. */
  duplicates(
    of: 'rows' | 'leads',
    first: number,
    count: number,
  ): Promise<readonly DuplicateGroup[]>;
  /** The keys of the rows from `fromRow` on, to ask the service about; `next` null: that was the end. */
  duplicateKeys(
    fromRow: number,
    most: number,
  ): Promise<{
    readonly keys: readonly (readonly [number, string])[];
    readonly next: number | null;
  }>;
  /** What the service knew of those keys. */
  setDuplicateLeads(
    found: readonly {
      readonly row: number;
      readonly key: string;
      readonly leadId: string;
      readonly client: string;
    }[],
  ): Promise<SheetSummary>;
  /** What is left out; the same shape as in the choices. */
  leaveOut(leaveOut: UploadChoices['leaveOut']): Promise<SheetSummary>;
  /** The rows from `fromRow` on that are not submitted yet, invalid ones too: at most so many, and about 1 MB. */
  batch(fromRow: number, most: number): Promise<RowBatch>;
  /** Marks rows as submitted, so that the summary and later batches know. */
  setSubmitted(rows: readonly (readonly [number, number])[]): Promise<SheetSummary>;
  /** The invalid rows in the template's exact form, and why each is invalid, as two CSV files. */
  invalidRowFiles(): Promise<{
    readonly rows: Blob;
    readonly reasons: Blob;
    readonly encoding: Encoding;
  }>;
  /** Ends the worker. */
  close(): void;
}
