import { maxFileColumns } from '#contract/bulk-upload/column-targets.ts';
import { excelCsv, saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { Delimiter, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { columnWords } from '#src/bulk-upload/columns/column-words.ts';
import { type FoundColumn, presentColumns } from '#src/bulk-upload/columns/template-columns.ts';

import type { FileHeader } from './file-header.ts';
import type { FileNotice } from './recognition.ts';

/** Returns a notice that the file cannot be read. */
export function stop(kind: FileNotice['kind'], title: string, advice: string): FileNotice {
  return { kind, weight: 'stop', title, advice, action: null, parseOptions: null };
}

function reported(kind: FileNotice['kind'], title: string, advice: string): FileNotice {
  return { ...stop(kind, title, advice), weight: 'info' };
}

const asCsv = `If it comes from a spreadsheet, ${saveAdvice}. Both keep every letter, such as ā and ł.`;

/** Returns the notice of a file that is neither CSV nor a workbook, by the name of its kind. */
export function notCsv(name: string): FileNotice {
  return stop('not-csv', `This is ${name}, not a CSV file or a workbook.`, asCsv);
}

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

const delimiterNames: Record<Delimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes (|)',
};

/** Returns the notices about the delimiter, the separator line and the line ends. */
export function dialectNotices(fileHeader: FileHeader, parseOptions: ParseOptions): FileNotice[] {
  const notices: FileNotice[] = [];
  const delimiter = delimiterNames[parseOptions.delimiter];
  if (parseOptions.delimiter !== ',') {
    notices.push({
      kind: 'delimiter',
      weight: 'fix',
      title: `Its cells are separated by ${delimiter}, not by commas.`,
      advice:
        'Spreadsheets do this where the comma is the decimal sign, or when text is saved instead of CSV.',
      action: `Read with ${delimiter}`,
      parseOptions,
    });
  }
  if (fileHeader.separatorLine !== null) {
    notices.push(
      reported(
        'separator-line',
        `Its first line, “sep=${fileHeader.separatorLine === '\t' ? 'tab' : fileHeader.separatorLine}”, is ignored.`,
        'It tells Excel how cells are separated; Excel does not show or count it either.',
      ),
    );
  }
  if (fileHeader.lineEnd === '\r') {
    notices.push(
      reported(
        'line-ends',
        'Its rows end with a carriage return only, as on old Macs.',
        'They are read normally.',
      ),
    );
  }
  return notices;
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

/** Returns the notice about the columns, if they differ from the template. */
export function columnNotices(
  columns: readonly FoundColumn[],
  parseOptions: ParseOptions,
): FileNotice[] {
  const present = presentColumns(columns);
  if (present.length > maxFileColumns) return [tooManyColumns(present.length)];
  const words = columnWords(columns);
  if (words === null) return [];
  const isDecided = words.weight === 'info';
  return [
    {
      kind: 'columns',
      ...words,
      action: isDecided ? null : 'Check rows',
      parseOptions: isDecided ? null : parseOptions,
    },
  ];
}

function tooManyColumns(number: number): FileNotice {
  const max = maxFileColumns.toLocaleString('en');
  return stop(
    'columns',
    `This file has ${number.toLocaleString('en')} columns; at most ${max} can be read.`,
    'Delete the columns that leads don’t need, save the file and choose it again.',
  );
}
