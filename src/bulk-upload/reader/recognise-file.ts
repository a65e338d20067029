import {
  delimiters,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { signatureOf } from '#contract/v1/file-kind.ts';
import {
  columnsOf,
  matchColumns,
  namesAnyColumn,
} from '#src/bulk-upload/columns/template-columns.ts';

import { encodingEvidence, type EncodingEvidence } from './encoding-evidence.ts';
import { accentSamples } from './encoding-samples.ts';
import { lenientDecoderOf } from './encodings.ts';
import { readBytes } from './file-blocks.ts';
import {
  maxHeaderSize,
  startText,
  readFileHeader,
  separatorLineOf,
  type FileHeader,
} from './file-header.ts';
import {
  brokenText,
  columnNotices,
  dialectNotices,
  emptyFile,
  encodingName,
  encodingNotices,
  headerOnly,
  notCsv,
  nulBytes,
  unclosedHeader,
} from './file-notices.ts';
import type { FileKind, FileNotice, Recognition } from './recognition.ts';

/**
 * Detects from a file's bytes what the file is and how to parse its rows. Reports everything that
 * differs from the specification.
 */
export async function recognise(file: Blob): Promise<Recognition> {
  const bytes = await readBytes(file, 0, Math.min(file.size, maxHeaderSize));
  const signature = notTable(bytes);
  if (signature !== null) return unreadable(signature.kind, notCsv(signature));
  const evidence = await encodingEvidence(file, bytes);
  const text = textOf(bytes, evidence.encoding);
  if (text === null) return unreadable('csv', brokenText);
  if (text.includes('\0')) return unreadable('binary', nulBytes);
  if (text.trim() === '') return unreadable('empty', emptyFile);
  return recogniseTable(bytes, text, evidence, file.size);
}

function textOf(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return startText(bytes, encoding);
  } catch {
    return null;
  }
}

function recogniseTable(
  bytes: Uint8Array,
  text: string,
  evidence: EncodingEvidence,
  size: number,
): Recognition {
  const { encoding } = evidence;
  const delimiter = separatorLineOf(text)?.delimiter ?? likelyDelimiter(bytes, encoding);
  const fileHeader = readFileHeader(bytes, { encoding, delimiter });
  if (fileHeader.isUnclosed) return unreadable('csv', unclosedHeader);
  const columns = matchColumns(fileHeader.cells);
  const isHeader = namesAnyColumn(columns);
  const parseOptions: ParseOptions = { encoding, delimiter, columns: columnsOf(columns) };
  const notices = [
    ...(isHeader && hasNoRows(bytes, encoding, fileHeader, size) ? [headerOnly] : []),
    ...encodingNotices(evidence, parseOptions),
    ...dialectNotices(fileHeader, parseOptions),
    ...columnNotices(columns, parseOptions),
  ];
  return {
    kind: 'csv',
    encoding,
    encodingName: encodingName(evidence),
    delimiter,
    samples: accentSamples(evidence, text, delimiter),
    columns,
    notices,
    parseOptions: notices.some(({ weight }) => weight === 'stop') ? null : parseOptions,
    isExact: notices.every(({ weight }) => weight === 'info'),
  };
}

/**
 * Returns the delimiter with which the header names the most template columns; on a tie, the one
 * that gives the most cells.
 */
function likelyDelimiter(bytes: Uint8Array, encoding: Encoding): Delimiter {
  const scores = delimiters.map((delimiter) => {
    const { cells } = readFileHeader(bytes, { encoding, delimiter });
    const known = matchColumns(cells).filter(
      ({ columnIndex, column }) => columnIndex !== null && column !== null,
    );
    return { delimiter, score: known.length * 1_000 + cells.length };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/**
 * Returns whether only whitespace follows the header. A file longer than its first bytes has rows.
 */
function hasNoRows(
  bytes: Uint8Array,
  encoding: Encoding,
  fileHeader: FileHeader,
  size: number,
): boolean {
  if (size > bytes.length) return false;
  const rows = lenientDecoderOf(encoding).decode(bytes.subarray(fileHeader.rowsOffset));
  return rows.trim() === '';
}

function unreadable(kind: FileKind, notice: FileNotice): Recognition {
  return {
    kind,
    encoding: 'windows-1252',
    encodingName: '',
    delimiter: ',',
    samples: [],
    columns: [],
    notices: [notice],
    parseOptions: null,
    isExact: false,
  };
}

/**
 * Returns the kind of a file that is not text or not a table, whatever its name; null if the file
 * may be CSV.
 */
function notTable(bytes: Uint8Array): { kind: FileKind; name: string } | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4_096));
  const signature = signatureOf(bytes);
  if (signature === 'zip') return zipped(start);
  if (signature === 'compound')
    return { kind: 'old-workbook', name: 'an old Excel workbook (.xls)' };
  if (signature === 'PDF') return { kind: 'pdf', name: 'a PDF' };
  if (/^(?:ï»¿)?\s*<(?:!doctype|html|table|\?xml)/i.test(start)) {
    return { kind: 'binary', name: 'a web page or XML' };
  }
  return null;
}

function zipped(start: string): { kind: FileKind; name: string } {
  if (start.includes('application/vnd.oasis.opendocument.spreadsheet')) {
    return { kind: 'open-document', name: 'an OpenDocument sheet (.ods)' };
  }
  if (/\[Content_Types\]\.xml|_rels\/|xl\//.test(start)) {
    return { kind: 'workbook', name: 'an Excel workbook (.xlsx)' };
  }
  return { kind: 'binary', name: 'a ZIP archive' };
}
