import type { Delimiter, Encoding, ParseOptions } from '#contract/web/bulk-uploads.ts';

/** What a file turned out to be, from its bytes. */
export type FileKind =
  | 'csv'
  | 'workbook'
  | 'old-workbook'
  | 'open-document'
  | 'pdf'
  | 'binary'
  | 'empty';

/** Something about the file that a person should know, with what the portal does or offers about it. */
export interface FileNotice {
  readonly kind:
    | 'not-csv'
    | 'empty'
    | 'header-only'
    | 'nul-bytes'
    | 'encoding'
    | 'delimiter'
    | 'separator-line'
    | 'line-ends'
    | 'unclosed-quote'
    | 'letters'
    | 'columns';
  /**
   * `stop`: it cannot be read; `fix`: it can once the offered reading is taken; `reported`: read all the
   * same, and said; `warn`: read all the same, and some of it may be wrong.
   */
  readonly weight: 'stop' | 'fix' | 'warn' | 'info';
  /** What it is, in one sentence. */
  readonly title: string;
  /** What that means and what to do; `''` where the title says it all. */
  readonly advice: string;
  /** The first cells it is about, each with its row and column. */
  readonly examples?: readonly string[];
  /** The words of the button that fixes it, where there is one. */
  readonly action: string | null;
  /** The reading that fixes it. */
  readonly parseOptions: ParseOptions | null;
}

/** One column of the file against the template. */
export interface FoundColumn {
  /** The header as found; null: the template's column is missing from the file. */
  readonly found: string | null;
  /** Its place in the file, from 0; null: missing. */
  readonly place: number | null;
  /** The template column it fills; null: not of the template, left away. */
  readonly column: string | null;
  /** How the two differ. */
  readonly difference: 'same' | 'spelling' | 'synonym' | 'moved' | 'extra' | 'missing';
}

/** What was recognised in the first bytes, before any row is read. */
export interface Recognition {
  readonly kind: FileKind;
  readonly encoding: Encoding;
  /** In words: `plain ASCII`, `windows-1252`, `UTF-8 with a mark` … */
  readonly encodingName: string;
  readonly delimiter: Delimiter;
  /** A cell with a letter beyond ASCII, read in each encoding that could be meant; empty where there is none. */
  readonly samples: readonly { readonly encoding: Encoding; readonly text: string }[];
  readonly columns: readonly FoundColumn[];
  readonly notices: readonly FileNotice[];
  /** How it would be read with every offered fix of the file taken; null: it cannot be read. */
  readonly parseOptions: ParseOptions | null;
  /** Whether the file is as the specification wants it: nothing to fix before its rows are read. */
  readonly isExact: boolean;
}

/** How far the reading is. */
export interface ReadProgress {
  readonly bytes: number;
  readonly rows: number;
  /** The file's, told before its last rows are; null: not known yet. */
  readonly contentHash: string | null;
}
