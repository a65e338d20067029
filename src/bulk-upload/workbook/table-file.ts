import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import type {
  ChosenParts,
  FileNotice,
  ReadProgress,
  Recognition,
} from '#src/bulk-upload/reader/recognition.ts';
import type { ReadFile } from '#src/bulk-upload/reader/row-reader.ts';
import { loadWorkerPart } from '#src/lib/worker-part.ts';

import type { SheetFile } from './sheet-file.ts';

/** The part of the time until all rows of a workbook are checked that unpacking a sheet takes. */
const unpackingShare = 0.7;

type OnProgress = (progress: ReadProgress) => void;

/** The CSV file whose rows are read: the user's own, or one made of a sheet. */
interface CsvFile {
  readonly csv: File;
  /** Takes the progress of reading the CSV file, and reports that of the user's file. */
  readonly onProgress: OnProgress;
  /** Returns the findings about the user's file once the rows are read. */
  readonly found: (read: ReadFile) => {
    readonly contentHash: string;
    readonly notices: readonly FileNotice[];
  };
}

/**
 * A file with a table: CSV, or a workbook with a sheet. The code for workbooks is loaded when one
 * is opened.
 */
export class TableFile {
  readonly #file: File;
  /** The last unpacked sheet. It is read again if its columns are reassigned. */
  #last: { readonly name: string; readonly sheet: SheetFile } | null = null;

  constructor(file: File) {
    this.#file = file;
  }

  /** Recognises the file by its first bytes, or by those of the sheet that the user chose. */
  async recognise(remembered?: RememberedTargets, chosen?: ChosenParts): Promise<Recognition> {
    const found = await recognise(this.#file, remembered, chosen?.headerRow);
    if (found.kind !== 'workbook') return found;
    const { recogniseWorkbook } = await loadWorkerPart(
      async () => import('./recognise-workbook.ts'),
    );
    return recogniseWorkbook(this.#file, remembered, chosen);
  }

  /**
   * Returns the file as CSV; of a workbook, the sheet that the parse options name.
   * @throws Error with a sentence for the user if the sheet can't be read; the signal's reason if
   * it is aborted
   */
  async csvFile(
    { sheet: name }: ParseOptions,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<CsvFile> {
    const file = this.#file;
    if (name === undefined || name === null)
      return {
        csv: file,
        onProgress,
        found: ({ contentHash, notices }) => ({ contentHash, notices }),
      };
    const toBytes = (share: number) => Math.round(share * file.size);
    if (this.#last?.name !== name) {
      this.#last = null;
      const { readSheetFile } = await loadWorkerPart(async () => import('./sheet-file.ts'));
      const onUnpacked = (share: number) =>
        onProgress({ bytes: toBytes(unpackingShare * share), rows: 0, contentHash: null });
      const sheet = await readSheetFile(file, name, { signal, onProgress: onUnpacked });
      this.#last = { name, sheet };
    }
    const { csv, contentHash, notices } = this.#last.sheet;
    return {
      csv,
      onProgress: (progress) =>
        onProgress({
          ...progress,
          bytes: toBytes(unpackingShare + (1 - unpackingShare) * (progress.bytes / csv.size)),
          contentHash: progress.contentHash && contentHash,
        }),
      found: (read) => ({ contentHash, notices: [...notices, ...read.notices.map(ofWorkbook)] }),
    };
  }
}

/** Returns a notice about rows of a CSV file with the advice for a workbook. */
function ofWorkbook(notice: FileNotice): FileNotice {
  if (notice.kind !== 'letters') return notice;
  const advice =
    'The workbook itself has these letters. Correct them there, or in the rows; or choose the workbook from before they were lost.';
  return { ...notice, advice };
}
