/** A sheet of a workbook, as its tab shows it. */
export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Receives the rows of a sheet in order. */
export interface RowReceiver {
  /**
   * Takes one row that is not blank. Row numbers are those of the spreadsheet, from 1. `cells` may
   * have holes, and is not used again.
   * @returns false if no further rows are needed
   */
  row(number: number, cells: string[]): boolean;
}

/** The parts of a workbook that a CSV file of its cells would not show. */
export interface SheetFindings {
  /** Rows with content that the spreadsheet does not show. */
  hiddenRows: number;
  hasHiddenColumns: boolean;
  /** Formulas that no program has calculated, and the address of the first one, such as `B2`. */
  uncalculated: number;
  firstUncalculated: string | null;
  /** Merged cells of several rows, and the addresses of the first ones, such as `B2:B4`. */
  merged: number;
  firstMerged: string | null;
}

/** Options for reading a sheet. */
export interface SheetReadOptions {
  readonly signal?: AbortSignal;
  /** Called with the share of the sheet that was read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** A workbook whose sheets are known, but not read. */
export interface Workbook {
  readonly kind: 'workbook' | 'open-document';
  /** All sheets, in the order of their tabs. */
  readonly sheets: readonly WorkbookSheet[];
  /**
   * Passes the rows of a sheet to the receiver.
   * @throws Error with a sentence for the user if the sheet can't be read; the signal's reason if
   * it is aborted
   */
  readSheet(
    index: number,
    receiver: RowReceiver,
    options?: SheetReadOptions,
  ): Promise<SheetFindings>;
}

/** Returns findings of a sheet that has nothing unusual. */
export function noFindings(): SheetFindings {
  return {
    hiddenRows: 0,
    hasHiddenColumns: false,
    uncalculated: 0,
    firstUncalculated: null,
    merged: 0,
    firstMerged: null,
  };
}

/** Returns the address of a cell by the index of its column and the number of its row: `B2`. */
export function cellAddress(column: number, row: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(0x41 + ((left - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** Max index of a column in a spreadsheet: Excel and LibreOffice have 16,384 columns. */
export const maxColumnIndex = 16_383;
/** Max number of a row in a spreadsheet. */
export const maxRowNumber = 1_048_576;

/** The sentences for workbooks that can't be read. */
export const damaged =
  'This workbook is damaged: it can’t be read to its end. Open it in the spreadsheet program, save it again, and choose the saved file.';

export const tooLarge =
  'This workbook unpacks to more than a spreadsheet can hold, so it isn’t read. Copy the rows of the leads to a new workbook, or save the sheet as CSV UTF-8, and choose that file.';

export const tooManyFormats =
  'The formats of this workbook unpack to more than 64 MB, so it isn’t read. Copy the cells of the leads as values to a new workbook, or save the sheet as CSV UTF-8, and choose that file.';
