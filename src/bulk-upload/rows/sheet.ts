import type {
  CellEdit,
  Fix,
  OpenedUpload,
  SavedEdit,
  UploadChoices,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { SentRows } from '#contract/bulk-upload/row-batch.ts';
import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type {
  ChosenParts,
  FileNotice,
  ReadProgress,
  Recognition,
} from '#src/bulk-upload/reader/recognition.ts';
import type { KnownContact } from '#src/lib/values/contacts.ts';

/**
 * What the page knows of the dropped file. A worker (`sheet.worker.ts`) holds offsets, errors and
 * edits, but not the rows themselves; the page requests the few rows it shows. Row numbers are
 * those Excel shows: the header is row 1.
 */

/** A row that seems to be about the same client as an earlier row or a lead. */
export interface DuplicateGroup {
  /** The row that would be left out. */
  readonly row: number;
  /** The earlier row or the lead that the row repeats. */
  readonly of: { readonly row: number } | { readonly leadId: string; readonly client: string };
  /** The fact that both share: `phone`, `email`, `business number`, `reference`. */
  readonly shared: string;
  readonly isLeftOut: boolean;
}

/**
 * Summary of the whole file. Always: read = ready + invalid + left out + blank + submitted +
 * unknown.
 */
export interface SheetSummary {
  readonly read: number;
  /** Rows that would be submitted now. */
  readonly ready: number;
  readonly invalid: number;
  readonly leftOut: number;
  readonly blank: number;
  /** Rows that are already leads, from an earlier submission. */
  readonly submitted: number;
  /** Rows sent in an earlier submission whose response was lost. */
  readonly unknown: number;
  readonly issues: readonly IssueGroup[];
  readonly duplicateRows: number;
  readonly duplicateLeads: number;
  /**
   * Duplicates among the ready rows, each counted once: `leads` match an existing lead, `rows` only
   * repeat an earlier row.
   */
  readonly readyDuplicates: { readonly leads: number; readonly rows: number };
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Which rows the grid shows. */
export type RowFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'invalid' }
  /** `isOpen`: without the cells that a fix has made valid. */
  | { readonly kind: 'issue'; readonly issue: string; readonly isOpen?: true }
  | { readonly kind: 'duplicates'; readonly of: 'rows' | 'leads' };

/** One row of the grid. Cells are in the template's column order. */
export interface SheetRow {
  readonly row: number;
  /** As they would be submitted: with edits and fixes applied. */
  readonly cells: readonly string[];
  /** Error messages by column index. */
  readonly errors: Readonly<Record<number, string>>;
  /** The file's text of each cell that an edit or a fix changed, by column index. */
  readonly changed: Readonly<Record<number, string>>;
  readonly state: 'ready' | 'invalid' | 'left-out' | 'blank' | 'submitted' | 'unknown';
}

/** The answer to the question of an issue's fix: the value of one of its options. */
export interface Resolution {
  readonly issue: string;
  readonly option: string;
}

/** The result of a change. */
export interface Changed {
  readonly summary: SheetSummary;
  /** The edits for the service to save: the cell's text, or null where an edit was reverted. */
  readonly edits: readonly CellEdit[];
  /** All fixes applied now. */
  readonly fixes: readonly Fix[];
}

/** Rows in the form of the request `POST …/rows`. */
export interface RowBatch extends SentRows {
  /** The row number where the next batch begins; null after the last batch. */
  readonly next: number | null;
}

/**
 * The partner and contacts that rows may name; the contract does not know them. Null if only the
 * upstream service does.
 */
export type ValidationContext = {
  readonly partnerId: string;
  readonly contacts: readonly KnownContact[];
} | null;

/**
 * Everything the page can request from the worker. Each promise resolves, or rejects with an
 * `Error` whose message can be shown to the user.
 */
export interface Sheet {
  /** Recognises the format from the first bytes of the file, or of a workbook's chosen sheet. */
  recognise(file: File, remembered?: RememberedTargets, chosen?: ChosenParts): Promise<Recognition>;
  /**
   * Reads and validates every row, and hashes the content alongside. A second call starts over, and
   * the promise of the first call rejects.
   */
  read(
    parseOptions: ParseOptions,
    context: ValidationContext,
    onProgress: (progress: ReadProgress) => void,
  ): Promise<{
    readonly summary: SheetSummary;
    readonly contentHash: string;
    /** Notices of the rows: an unclosed quote, characters that don't fit the encoding. */
    readonly notices: readonly FileNotice[];
  }>;
  /**
   * Restores earlier choices, edits and submissions. Submitted and unknown rows are ranges of
   * row numbers, ends included.
   */
  resume(
    earlier: Pick<OpenedUpload, 'choices' | 'edits' | 'submittedRows' | 'unknownRows'>,
  ): Promise<SheetSummary>;
  /**
   * Returns how many rows match a filter. `rows` keeps showing the rows counted here, so that no
   * row disappears while it is being corrected.
   */
  count(filter: RowFilter): Promise<number>;
  /** Returns the rows of a filter from `first` (counted from 0), at most 500. */
  rows(filter: RowFilter, first: number, count: number): Promise<readonly SheetRow[]>;
  /** Writes cells, as one undo step. */
  edit(cells: readonly SavedEdit[]): Promise<Changed>;
  /**
   * Fixes every cell of an issue with an option (null: the first one); `off` reverts the fix. One
   * undo step.
   */
  fix(issue: string, option: string | null, off?: boolean): Promise<Changed>;
  /**
   * Applies every fix that is not applied yet: unambiguous ones, and questions with these answers.
   * One undo step.
   */
  fixAll(resolutions: readonly Resolution[]): Promise<Changed>;
  /**
   * Writes a text to every cell with an issue that can still change, as one undo step; `''` empties
   * them. Rejects with the contract's sentence if the text is no value of the column.
   */
  fill(issue: string, text: string): Promise<Changed>;
  /** Returns the numbers of the rows with an issue that can still be left out, or included. */
  issueRows(issue: string): Promise<readonly number[]>;
  /**
   * Tries an extra answer to an issue's question, so that the summary says what it would fix. If it
   * fixes no cell, it stays among the extra answers.
   */
  tryResolution(answer: Resolution): Promise<SheetSummary>;
  undo(): Promise<Changed>;
  redo(): Promise<Changed>;
  /** Returns a page of the duplicates found within the file, or set by `setDuplicateLeads`. */
  duplicates(
    of: 'rows' | 'leads',
    first: number,
    count: number,
  ): Promise<readonly DuplicateGroup[]>;
  /**
   * Returns the duplicate keys of the rows from `fromRow` on, about `maxKeys` at a time, to look up
   * in the service. `next` is null at the end.
   */
  duplicateKeys(
    fromRow: number,
    maxKeys: number,
  ): Promise<{
    readonly keys: readonly (readonly [number, string])[];
    readonly next: number | null;
  }>;
  /** Sets the leads that the service found for these keys. */
  setDuplicateLeads(
    found: readonly {
      readonly row: number;
      readonly key: string;
      readonly leadId: string;
      readonly client: string;
    }[],
  ): Promise<SheetSummary>;
  /** Sets which rows are left out, in the same form as in the choices. */
  leaveOut(leaveOut: UploadChoices['leaveOut']): Promise<SheetSummary>;
  /**
   * Returns the rows from `fromRow` on that are not submitted yet, including invalid ones: at most
   * `maxRows` rows and about 1 MB.
   */
  batch(fromRow: number, maxRows: number): Promise<RowBatch>;
  /** Marks ranges of rows as submitted, which the summary and later batches take into account. */
  setSubmitted(rows: readonly (readonly [number, number])[]): Promise<SheetSummary>;
  /** Terminates the worker. */
  close(): void;
}
