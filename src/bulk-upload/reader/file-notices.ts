import { excelCsv, saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import {
  maxFileColumns,
  type Delimiter,
  type ParseOptions,
  type Encoding,
} from '#contract/bulk-upload/parse-options.ts';
import { describeMissingColumns, countMatched } from '#src/bulk-upload/columns/column-messages.ts';
import {
  type ColumnDifference,
  type FoundColumn,
  presentColumns,
} from '#src/bulk-upload/columns/template-columns.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';

import { encodingBreak, brokenEncoding } from './encoding-notices.ts';
import { scanSize, makeLenientDecoder } from './encodings.ts';
import { fileBlocks, readBytes } from './file-blocks.ts';
import type { FileHeader } from './file-header.ts';
import type { FileNotice } from './recognition.ts';
import type { ReadStop, RowFindings } from './row-findings.ts';
import type { RowFormat } from './row-format.ts';
import { maxRowLength } from './row-parser.ts';

/** Returns a notice that the file cannot be read. */
export function stop(kind: FileNotice['kind'], title: string, advice: string): FileNotice {
  return { kind, weight: 'stop', title, advice };
}

function reported(kind: FileNotice['kind'], title: string, advice: string): FileNotice {
  return { ...stop(kind, title, advice), weight: 'info' };
}

const asCsv = `If it comes from a spreadsheet, ${saveAdvice}. Both keep every letter, such as ā and ł.`;

/** Returns the notice of a file that is neither CSV nor a workbook, by the name of its kind. */
export function otherKind(name: string): FileNotice {
  return stop('not-csv', `This is ${name}, not a CSV file or a workbook.`, asCsv);
}

export const packedFile = stop(
  'not-csv',
  'This file is compressed (.gz).',
  'Unpack it first, and choose the file that was in it.',
);

export const jsonFile = stop(
  'not-csv',
  'This is JSON, not a CSV file or a workbook.',
  `In the program it comes from, export CSV or Excel. A Google sheet is only linked by such a file: open it, choose File, Download, then “Microsoft Excel (.xlsx)”.`,
);

export const oldWorkbook = stop(
  'not-csv',
  'This is an old Excel workbook (.xls), which can’t be read directly.',
  `Open it in Excel or LibreOffice, choose Save as, then “Excel Workbook (.xlsx)” or “${excelCsv}”, and choose that file. Both keep every letter, such as ā and ł.`,
);

export const lockedWorkbook = stop(
  'not-csv',
  'This workbook is protected with a password.',
  'Open it, remove the password (in Excel: File, Info, Protect Workbook, Encrypt with Password; delete the password there), save it, and choose it again.',
);

export const nulBytes = stop(
  'nul-bytes',
  'This is not text: it contains NUL bytes.',
  `It may be damaged, or another kind of file under the name of a CSV. ${asCsv}`,
);

export const emptyFile = stop(
  'empty',
  'This file is empty.',
  'Choose the file that holds the leads, or start from the template.',
);

export const headerOnly = stop(
  'header-only',
  'This file holds the header and no rows.',
  'Add a row for each lead below the header and choose the file again.',
);

export const unclosedHeader = stop(
  'unclosed-quote',
  'A quote opened in row 1, the header, is never closed.',
  'Close or remove the quote, then choose the file again.',
);

const returnsAlone = reported(
  'line-ends',
  'Its rows end with a carriage return only, as on old Macs.',
  'They are read normally.',
);

const delimiterNames: Record<Delimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes (|)',
};

/** Returns the notices about the delimiter, the separator line and the line ends. */
export function dialectNotices(fileHeader: FileHeader, parseOptions: ParseOptions): FileNotice[] {
  const { separatorLine, lineEnd } = fileHeader;
  const delimiter = delimiterNames[parseOptions.delimiter];
  const read: FileNotice = {
    kind: 'delimiter',
    weight: 'fix',
    title: `The file uses ${delimiter}. We read it correctly.`,
    advice: '',
    action: `Read with ${delimiter}`,
    parseOptions,
  };
  const ignored = reported(
    'separator-line',
    `Its first line, “sep=${separatorLine === '\t' ? 'tab' : separatorLine}”, is ignored.`,
    'It tells Excel how cells are separated; Excel does not show or count it either.',
  );
  return [
    ...(parseOptions.delimiter === ',' ? [] : [read]),
    ...(separatorLine === null ? [] : [ignored]),
    ...(lineEnd === '\r' ? [returnsAlone] : []),
  ];
}

/** Returns the notice that the header is not in the first row. */
export function headerRowNotices(headerRow: number): FileNotice[] {
  if (headerRow === 1) return [];
  const above = headerRow === 2 ? 'the row above it is' : `the ${headerRow - 1} rows above it are`;
  return [
    reported(
      'header-row',
      `The header is in row ${headerRow}; ${above} ignored.`,
      'Row numbers stay those of your spreadsheet.',
    ),
  ];
}

/** Differences of columns with the template's own names. */
const expectedDifferences: ReadonlySet<ColumnDifference> = new Set(['same', 'missing']);

/** Returns the notice about the columns, if they differ from the template. */
export function columnNotices(
  columns: readonly FoundColumn[],
  parseOptions: ParseOptions,
): FileNotice[] {
  const present = presentColumns(columns);
  if (present.length > maxFileColumns) return [tooManyColumns(present.length)];
  const lacking = describeMissingColumns(columns, parseOptions);
  if (lacking === null && columns.every(({ difference }) => expectedDifferences.has(difference)))
    return [];
  const message = lacking ?? { title: `${countMatched(columns)}.`, advice: '' };
  return [{ kind: 'columns', weight: 'fix', ...message, action: 'Check rows', parseOptions }];
}

function tooManyColumns(number: number): FileNotice {
  const max = maxFileColumns.toLocaleString('en');
  return stop(
    'columns',
    `This file has ${number.toLocaleString('en')} columns; at most ${max} can be read.`,
    'Delete the columns that leads don’t need, save the file and choose it again.',
  );
}

/** How many bytes from the start of a row on are searched for the ones that are invalid. */
const breakSize = 8 * 1024 * 1024;

/** Returns the notices that only reading the rows of a file can give. */
export async function rowNotices(
  file: Blob,
  format: RowFormat,
  { stop: end, utf8 }: RowFindings,
): Promise<FileNotice[]> {
  const { parseOptions, fileHeader } = format;
  if (end?.reason === 'encoding') {
    const { row, offset } = end;
    const bytes = await readBytes(file, offset, Math.min(file.size, offset + breakSize));
    const found = encodingBreak(bytes, format, row);
    return [brokenEncoding(parseOptions.encoding, found, false)];
  }
  if (end?.reason === 'length') return [longRow(end.row)];
  if (end?.reason === 'quote') {
    const column = fileHeader.cells[end.columnIndex] ?? `column ${end.columnIndex + 1}`;
    return [unclosedQuote(end, column, await lineAt(file, end.offset, parseOptions.encoding))];
  }
  const accent = utf8.firstNonAscii;
  if (accent === null) return [];
  return [
    {
      kind: 'encoding',
      // Accents within `scanSize` were checked before any row was read, so the user chose to read
      // them this way.
      weight: accent < scanSize ? 'info' : 'fix',
      title: `The file was read as ${nameEncoding(parseOptions.encoding)}, but it is UTF-8.`,
      advice:
        'This would turn a name such as José into JosÃ©. Read as UTF-8, every character is preserved.',
      action: 'Read as UTF-8',
      parseOptions: { ...parseOptions, encoding: 'utf-8' },
    },
  ];
}

function longRow(row: number): FileNotice {
  return stop(
    'line-ends',
    `Row ${row} does not end within ${maxRowSize}.`,
    'The rows from there on were not read. Their line ends may be missing, or may differ from the line end of the header. Open the file in Excel, save it again and choose it here.',
  );
}

const maxRowSize = `${Math.floor(maxRowLength / 1_000_000)} million characters`;

function unclosedQuote(
  { row, isAtLimit }: Extract<ReadStop, { reason: 'quote' }>,
  column: string,
  line: number,
): FileNotice {
  return stop(
    'unclosed-quote',
    `A quote opens in row ${row} (line ${line} of the file), in ${column}, and is not closed${isAtLimit ? ` within ${maxRowSize}` : ''}.`,
    'Everything after it would be read as one cell, so the rows from there on were not read. Close the quote, or double it if it belongs to the text, then choose the file again.',
  );
}

/** Returns the line number of a byte offset, counted as text editors do. */
async function lineAt(file: Blob, offset: number, encoding: Encoding): Promise<number> {
  const decoder = makeLenientDecoder(encoding);
  let line = 1;
  let rest = '';
  for await (const { bytes } of fileBlocks(file.slice(0, offset))) {
    const text = rest + decoder.decode(bytes, { stream: true });
    // The matching line feed may begin the next block.
    rest = text.endsWith('\r') ? '\r' : '';
    line += text.slice(0, text.length - rest.length).match(/\r\n|\r|\n/g)?.length ?? 0;
  }
  return line + rest.length;
}
