import type { Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { FoundColumn } from '#src/bulk-upload/columns/template-columns.ts';
import type { EncodingSample } from '#src/bulk-upload/encodings/encoding-samples.ts';

/** The kind of a file, as its bytes show it. */
export type FileKind =
  | 'csv'
  | 'workbook'
  | 'old-workbook'
  | 'open-document'
  | 'pdf'
  | 'binary'
  | 'empty';

/**
 * A finding about the file that the user should know, with the fix that the portal applies or
 * suggests.
 */
export interface FileNotice {
  readonly kind:
    | 'not-csv'
    | 'workbook'
    | 'empty'
    | 'header-only'
    | 'nul-bytes'
    | 'encoding'
    | 'delimiter'
    | 'separator-line'
    | 'line-ends'
    | 'unclosed-quote'
    | 'letters'
    | 'header-row'
    | 'columns';
  /**
   * `stop`: the file cannot be read. `fix`: the file can be read once the suggested parse options
   * are accepted. `info`: the file is read without a decision. `warn`: the file is read, but some
   * of its text may be wrong.
   */
  readonly weight: 'stop' | 'fix' | 'warn' | 'info';
  /** The finding, in one sentence. */
  readonly title: string;
  /** Says what the finding means and what to do; `''` where the title is enough. */
  readonly advice: string;
  /** The first affected cells, each with its row and column. */
  readonly examples?: readonly string[];
  /** The label of the button that applies the fix, if there is one. */
  readonly action?: string;
  /** The parse options that fix the finding. */
  readonly parseOptions?: ParseOptions;
}

/** The parts of a file that the user chose; the rest is recognised. */
export interface ChosenParts {
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** The row of the header, from 1. */
  readonly headerRow?: number | undefined;
}

/** The format of a file as its first bytes reveal it, before any row is read. */
export interface Recognition {
  readonly kind: FileKind;
  readonly encoding: Encoding;
  /** The display name: `plain ASCII`, `windows-1252`, `UTF-8 with a mark` … */
  readonly encodingName: string;
  /**
   * A few non-ASCII cells in each encoding in which they are text, those to choose from first.
   * Empty if there is no such cell.
   */
  readonly samples: readonly EncodingSample[];
  readonly columns: readonly FoundColumn[];
  /** The first filled cells of each column of the file, shortened. */
  readonly columnSamples: readonly (readonly string[])[];
  /** The first rows, shortened: any of them can be the header. */
  readonly firstRows: readonly (readonly string[])[];
  readonly notices: readonly FileNotice[];
  /** The parse options with every suggested fix applied; null if the file cannot be read. */
  readonly parseOptions: ParseOptions | null;
  /** Whether the file matches the specification: nothing to fix before its rows are read. */
  readonly isExact: boolean;
  /** The sheet of a workbook that is read, and all that can be; absent for a CSV file. */
  readonly workbook?: { readonly sheet: string; readonly sheets: readonly string[] };
}

/** Returns whether the user has to confirm in which encoding a file is read. */
export const isEncodingUncertain = ({ notices }: Recognition): boolean =>
  notices.some(({ kind, weight }) => kind === 'encoding' && weight === 'warn');

/** Progress of reading a file. */
export interface ReadProgress {
  readonly bytes: number;
  readonly rows: number;
  /** The file's content hash, set in one report before the last rows are parsed; else null. */
  readonly contentHash: string | null;
}
