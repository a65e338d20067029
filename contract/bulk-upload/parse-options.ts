import * as z from 'zod/mini';

import { templateColumns } from './lead-template.ts';

/** The target of a column whose cells are added to the notes, each as a line "Header: text". */
export const addToNotes = '+notes';
/** The target of the cells of a file's column: a template column, or lines in the notes. */
export const columnTarget = z.enum([...templateColumns.map(({ name }) => name), addToNotes]);
/** Max columns of a file. */
export const maxFileColumns = 1_000;
/** Max row number of the header: title rows above it are few. */
export const maxHeaderRow = 20;

/**
 * Encodings of an uploaded file, with the names that TextDecoder uses where it knows them. Plain
 * ASCII is read as `windows-1252`. Those that Excel writes come first. Uploads store these names:
 * they are never removed.
 */
// prettier-ignore
export const encodings = [
  'windows-1252', 'utf-8', 'utf-16le', 'utf-16be', 'cp850', 'cp437', 'macintosh',
  'windows-1250', 'cp852', 'windows-1251', 'ibm866', 'windows-1253', 'windows-1254',
  'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874', 'shift_jis',
  'gb18030', 'big5', 'euc-kr', 'koi8-r', 'koi8-u', 'euc-jp', 'iso-8859-2', 'iso-8859-3',
  'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8', 'iso-8859-10',
  'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'x-mac-cyrillic',
] as const;
/** Uploads from before have these; files in them are no longer read. */
const formerEncodings = ['utf-32le', 'utf-32be'] as const;
export type Encoding = (typeof encodings | typeof formerEncodings)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Returns the schema of a text that the database can store: without NUL and lone surrogates. */
export const storableText = (maxLength: number, minLength = 0) =>
  z.string().check(
    z.minLength(minLength),
    z.maxLength(maxLength),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'This can’t be saved.'),
  );

/** Max characters of the name of a sheet. Excel allows 31. */
export const maxSheetNameLength = 255;

/**
 * How to parse a file: its encoding, its delimiter, where its header is, and the target of each
 * column of the file (null: the column is ignored). Columns with the same target are joined.
 */
export const parseOptions = z.strictObject({
  encoding: z.enum([...encodings, ...formerEncodings]),
  delimiter: z.enum(delimiters),
  /** null if the header is exactly the template's. */
  columns: z.nullable(z.array(z.nullable(columnTarget)).check(z.maxLength(maxFileColumns))),
  /**
   * The row of the header, if it isn't row 1. The rows above it, and the header itself, count as
   * blank rows, so that row numbers stay those of the spreadsheet.
   */
  headerRow: z.optional(z.int().check(z.gte(2), z.lte(maxHeaderRow))),
  /** The name of the sheet of a workbook; absent or null for a CSV file. */
  sheet: z.optional(z.nullable(storableText(maxSheetNameLength))),
});
export type ParseOptions = z.infer<typeof parseOptions>;
