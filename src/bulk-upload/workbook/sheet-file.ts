import { ContentHash, fileBlocks } from '#src/bulk-upload/reader/file-blocks.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import { count } from '#src/lib/numbers.ts';

import { openWorkbook } from './open-workbook.ts';
import { SheetCsv } from './sheet-csv.ts';
import { damaged, type SheetFindings, type SheetReadOptions, type Workbook } from './workbook.ts';

/** One sheet of a workbook as a CSV file. */
export interface SheetFile {
  /** In UTF-8, with commas and a line per row of the sheet. */
  readonly csv: File;
  /**
   * The content hash of the workbook; if it has several sheets, together with the name of this one:
   * each sheet is an upload of its own.
   */
  readonly contentHash: string;
  /** The parts of the sheet that the CSV file doesn't show. */
  readonly notices: readonly FileNotice[];
}

/**
 * Reads a sheet of a workbook.
 * @throws Error with a sentence for the user if it can't be read; the signal's reason if it is
 * aborted
 */
export async function readSheetFile(
  file: Blob,
  sheet: string,
  options: SheetReadOptions,
): Promise<SheetFile> {
  const workbook = await openWorkbook(file);
  if (typeof workbook === 'string') throw new Error(damaged);
  const index = workbook.sheets.findIndex(({ name }) => name === sheet);
  if (index === -1)
    throw new Error(`This workbook has no sheet “${sheet}”. Choose the file again.`);
  const contentHash = hashSheet(file, workbook, sheet, options.signal);
  contentHash.catch(() => undefined);
  const csv = new SheetCsv();
  const findings = await workbook.readSheet(index, csv, options);
  return { csv: csv.file(), contentHash: await contentHash, notices: listNotices(findings) };
}

async function hashSheet(
  file: Blob,
  { sheets }: Workbook,
  sheet: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = new ContentHash();
  for await (const { bytes } of fileBlocks(file)) {
    signal?.throwIfAborted();
    await hash.add(bytes);
  }
  if (sheets.length > 1) await hash.add(new TextEncoder().encode(sheet));
  return hash.hex();
}

function listNotices(found: SheetFindings): FileNotice[] {
  const { hiddenRows, uncalculated, merged } = found;
  const notices: FileNotice[] = [];
  const hidden = [
    ...(hiddenRows === 1 ? ['1 hidden row'] : []),
    ...(hiddenRows > 1 ? [`${count(hiddenRows)} hidden rows`] : []),
    ...(found.hasHiddenColumns ? ['hidden columns'] : []),
  ];
  if (hidden.length > 0)
    notices.push(
      warning(
        `The sheet has ${hidden.join(' and ')}: read too.`,
        'If they don’t belong to the upload, delete them in the spreadsheet, save, and choose the file again.',
      ),
    );
  if (uncalculated > 0)
    notices.push(
      warning(
        uncalculated === 1
          ? `Cell ${found.firstUncalculated} has a formula without a result, and is read as empty.`
          : `${count(uncalculated)} cells, the first of them ${found.firstUncalculated}, have a formula without a result, and are read as empty.`,
        'Open the workbook in Excel or LibreOffice, which calculates them, save it, and choose it again.',
      ),
    );
  if (merged > 0)
    notices.push(
      warning(
        merged === 1
          ? `Cells ${found.firstMerged} are merged: only the first row has their text.`
          : `${count(merged)} groups of rows have merged cells, the first ${found.firstMerged}: only the first row of each has their text.`,
        'If the text belongs to each row, unmerge the cells in the spreadsheet, fill them down, save it, and choose it again.',
      ),
    );
  return notices;
}

function warning(title: string, advice: string): FileNotice {
  return { kind: 'workbook', weight: 'warn', title, advice };
}
