import {
  maxFileColumns,
  delimiters,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/parse-options.ts';
import { findSignature, hasPdfHeader } from '#contract/v1/files/file-bytes.ts';
import { officeErrors, oldOffice } from '#contract/v1/files/office-files.ts';
import {
  toColumnTargets,
  matchColumns,
  namesAnyColumn,
  type RememberedTargets,
} from '#src/bulk-upload/columns/template-columns.ts';
import {
  columnSamples,
  headerRowIn,
  possibleHeaders,
  rowsForHeader,
} from '#src/bulk-upload/columns/template-rows.ts';
import { accentSamples } from '#src/bulk-upload/encodings/encoding-samples.ts';

import {
  encodingBreak,
  brokenEncoding,
  encodingName,
  encodingNotices,
} from './encoding-notices.ts';
import { encodingEvidence, type EncodingEvidence, makeLenientDecoder } from './encodings.ts';
import { readBytes } from './file-blocks.ts';
import {
  firstRows,
  maxHeaderSize,
  startText,
  readFileHeader,
  findSeparatorLine,
  hasNoRows,
} from './file-header.ts';
import {
  columnNotices,
  dialectNotices,
  emptyFile,
  headerOnly,
  headerRowNotices,
  jsonFile,
  lockedWorkbook,
  otherKind,
  nulBytes,
  oldWorkbook,
  packedFile,
  unclosedHeader,
} from './file-notices.ts';
import { LetterWarnings } from './letter-warnings.ts';
import type { FileKind, FileNotice, Recognition } from './recognition.ts';
import { RowFormat, firstRowNumber } from './row-format.ts';

/**
 * Detects from a file's bytes what the file is and how to parse its rows. Reports everything that
 * differs from the specification. A zip container is a `workbook` without notices: only
 * `recogniseWorkbook` reads its contents. `remembered`: the targets that the partner assigned in
 * earlier files; `headerRow`: the row chosen as the header.
 */
export async function recognise(
  file: Blob,
  remembered: RememberedTargets = new Map(),
  headerRow?: number,
): Promise<Recognition> {
  const bytes = await readBytes(file, 0, Math.min(file.size, maxHeaderSize));
  const other = await notTable(file, bytes);
  if (other !== null) return other;
  const evidence = await encodingEvidence(file, bytes);
  const text = makeLenientDecoder(evidence.encoding)
    .decode(bytes, { stream: true })
    .replace(/^\ufeff/, '');
  if (text.includes('\0')) return unreadableFile('binary', nulBytes);
  if (text.trim() === '') return unreadableFile('empty', emptyFile);
  return recogniseTable(bytes, text, evidence, { size: file.size, remembered, headerRow });
}

/** The facts about a table that are known before its first bytes are looked at. */
interface KnownOfTable {
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly remembered: RememberedTargets;
  /** Detected unless it is known. */
  readonly delimiter?: Delimiter;
  /** The row of the header, if the user chose it. */
  readonly headerRow?: number | undefined;
}

/** Recognises a table by its first bytes and their text. */
export function recogniseTable(
  bytes: Uint8Array,
  text: string,
  evidence: EncodingEvidence,
  known: KnownOfTable,
): Recognition {
  const { encoding } = evidence;
  const { size, remembered } = known;
  const header = findHeader(bytes, text, encoding, known);
  const { delimiter, headerRow } = header;
  const dialect = { encoding, delimiter, ...(headerRow > 1 && { headerRow }) };
  const fileHeader = readFileHeader(bytes, dialect);
  if (fileHeader.isUnclosed) return unreadableFile('csv', unclosedHeader);
  const columns = matchColumns(withoutEmptyEnd(fileHeader.cells), remembered);
  const isHeader = namesAnyColumn(columns);
  const parseOptions: ParseOptions = { ...dialect, columns: toColumnTargets(columns) };
  const samples = accentSamples(encoding, evidence.accents, text, delimiter);
  const format = new RowFormat(parseOptions, fileHeader);
  const broken = brokenStart(bytes, evidence, format);
  if (broken !== null) return unreadableFile('csv', broken);
  const notices = [
    ...(isHeader && hasNoRows(bytes, encoding, fileHeader, size) ? [headerOnly] : []),
    ...encodingNotices(evidence, samples, parseOptions),
    ...dialectNotices(fileHeader, parseOptions),
    ...headerRowNotices(headerRow),
    ...columnNotices(columns, parseOptions),
  ];
  const isExact = notices.every(({ weight }) => weight === 'info');
  const isStopped = notices.some(({ weight }) => weight === 'stop');
  return {
    kind: 'csv',
    encoding,
    encodingName: encodingName(evidence),
    samples,
    columns,
    columnSamples: columnSamples(header, Math.min(fileHeader.cells.length, maxFileColumns)),
    firstRows: possibleHeaders(header),
    // Where the rows are read at once, they give these notices themselves.
    notices:
      isExact || isStopped ? notices : [...notices, ...startLetterNotices(bytes, size, format)],
    parseOptions: isStopped ? null : parseOptions,
    isExact,
  };
}

/**
 * Returns a notice if the first bytes are not text of an encoding that is certain. Of any other
 * encoding, reading the rows shows it.
 */
function brokenStart(bytes: Uint8Array, { encoding, hasBom }: EncodingEvidence, format: RowFormat) {
  if (!hasBom && !encoding.startsWith('utf-16')) return null;
  try {
    startText(bytes, encoding);
    return null;
  } catch {
    const rows = bytes.subarray(format.fileHeader.rowsOffset);
    return brokenEncoding(encoding, encodingBreak(rows, format), true);
  }
}

/** Returns the notices about the letters of the first rows, before all rows are read. */
function startLetterNotices(bytes: Uint8Array, size: number, format: RowFormat): FileNotice[] {
  const { fileHeader, parseOptions } = format;
  const text = makeLenientDecoder(parseOptions.encoding).decode(
    bytes.subarray(fileHeader.rowsOffset),
    { stream: true },
  );
  const isPart = size > bytes.length;
  const { rows, cursor } = format.parse(text, isPart);
  const letters = new LetterWarnings(parseOptions.encoding);
  letters.add(format.slice(rows, text.slice(0, cursor), firstRowNumber));
  return letters.notices(false, isPart);
}

/**
 * Finds the header: the row, and the delimiter, with which most columns are named. On a tie, the
 * delimiter that gives the most cells.
 */
function findHeader(
  bytes: Uint8Array,
  text: string,
  encoding: Encoding,
  { remembered, delimiter: known, headerRow }: KnownOfTable,
) {
  const named = known ?? findSeparatorLine(text)?.delimiter;
  const found = (named === undefined ? delimiters : [named]).map((delimiter) => {
    const rows = firstRows(bytes, { encoding, delimiter }, rowsForHeader);
    return { delimiter, ...headerRowIn(rows, remembered, headerRow) };
  });
  return found.reduce((best, next) => (next.score > best.score ? next : best));
}

/**
 * Returns a header without the empty cells that a spreadsheet adds at the end, as far as the file
 * has more columns than can be read.
 */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return cells.slice(0, Math.max(end, maxFileColumns));
}

/** Returns the recognition of a file that can't be read. */
export function unreadableFile(kind: FileKind, ...notices: readonly FileNotice[]): Recognition {
  return {
    kind,
    encoding: 'windows-1252',
    encodingName: '',
    samples: [],
    columns: [],
    columnSamples: [],
    firstRows: [],
    notices,
    parseOptions: null,
    isExact: false,
  };
}

/**
 * Returns the recognition of a file that is not text or not a table, whatever its name; null if the
 * file may be CSV.
 */
async function notTable(file: Blob, bytes: Uint8Array): Promise<Recognition | null> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4_096));
  const signature = findSignature(bytes);
  if (signature === 'zip') return unreadableFile('workbook');
  if (signature === 'compound') return unreadableFile('old-workbook', await compoundNotice(file));
  if (signature === 'PDF' || hasPdfHeader(bytes)) return unreadableFile('pdf', otherKind('a PDF'));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unreadableFile('binary', packedFile);
  if (/^(?:ï»¿)?\s*<(?:!doctype|html|table|\?xml)/i.test(start))
    return unreadableFile('binary', otherKind(nameMarkup(start)));
  if (isJson(start)) return unreadableFile('binary', jsonFile);
  return null;
}

/**
 * Returns whether a file is JSON, as programs export records, and Google Drive leaves for a sheet
 * (.gsheet): no first row of a table is an object, or a list of them.
 */
const isJson = (start: string): boolean => /^(?:ï»¿)?\s*(?:\[\s*)?\{\s*(?:"|\})/.test(start);

function nameMarkup(start: string): string {
  if (start.includes('opendocument.spreadsheet')) return 'a flat OpenDocument spreadsheet (.fods)';
  if (start.includes('Excel.Sheet')) return 'an XML spreadsheet of Excel 2003';
  return 'a web page or XML';
}

/** Workbooks with a password are in the container of old workbooks. */
async function compoundNotice(file: Blob): Promise<FileNotice> {
  const read = async (start: number, end: number) => readBytes(file, start, end);
  const { error } = await oldOffice(read, file.size, 'xls');
  return error === officeErrors.locked ? lockedWorkbook : oldWorkbook;
}
