import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { encodingBreak } from './encoding-break.ts';
import { scanSize } from './encoding-evidence.ts';
import { brokenEncoding } from './encoding-notices.ts';
import { encodingNames, lenientDecoderOf } from './encodings.ts';
import { fileBlocks, readBytes } from './file-blocks.ts';
import type { FileNotice } from './recognition.ts';
import type { ReadStop, RowFindings } from './row-findings.ts';
import type { RowFormat } from './row-format.ts';
import { maxRowLength } from './row-parser.ts';

/** How many bytes from the start of a row on are searched for the ones that are invalid. */
const breakSize = 8 * 1024 * 1024;

/** Returns the notices that only reading the rows of a file can give. */
export async function rowNotices(
  file: Blob,
  format: RowFormat,
  { stop, utf8 }: RowFindings,
): Promise<FileNotice[]> {
  const { parseOptions, fileHeader } = format;
  if (stop?.reason === 'encoding') {
    const { row, offset } = stop;
    const end = Math.min(file.size, offset + breakSize);
    const found = encodingBreak(await readBytes(file, offset, end), format, row);
    return [brokenEncoding(parseOptions.encoding, found, false)];
  }
  if (stop?.reason === 'length') return [longRow(stop.row)];
  if (stop?.reason === 'quote') {
    const column = fileHeader.cells[stop.columnIndex] ?? `column ${stop.columnIndex + 1}`;
    return [unclosedQuote(stop, column, await lineAt(file, stop.offset, parseOptions.encoding))];
  }
  const accent = utf8.firstNonAscii;
  if (accent === null) return [];
  return [
    {
      kind: 'encoding',
      // Accents within `scanSize` were checked before any row was read, so the user chose to read
      // them this way.
      weight: accent < scanSize ? 'info' : 'fix',
      title: `The file was read as ${encodingNames[parseOptions.encoding]}, but it is UTF-8.`,
      advice:
        'This would turn a name such as José into JosÃ©. Read as UTF-8, every character is preserved.',
      action: 'Read as UTF-8',
      parseOptions: { ...parseOptions, encoding: 'utf-8' },
    },
  ];
}

function longRow(row: number): FileNotice {
  return {
    kind: 'line-ends',
    weight: 'stop',
    title: `Row ${row} does not end within ${maxRowSize}.`,
    advice:
      'The rows from there on were not read. Their line ends may be missing, or may differ from the line end of the header. Open the file in Excel, save it again and choose it here.',
    action: null,
    parseOptions: null,
  };
}

const maxRowSize = `${Math.floor(maxRowLength / 1_000_000)} million characters`;

function unclosedQuote(
  { row, isAtLimit }: Extract<ReadStop, { reason: 'quote' }>,
  column: string,
  line: number,
): FileNotice {
  return {
    kind: 'unclosed-quote',
    weight: 'stop',
    title: `A quote opens in row ${row} (line ${line} of the file), in ${column}, and is not closed${isAtLimit ? ` within ${maxRowSize}` : ''}.`,
    advice:
      'Everything after it would be read as one cell, so the rows from there on were not read. Close the quote, or double it if it belongs to the text, then choose the file again.',
    action: null,
    parseOptions: null,
  };
}

/** Returns the line number of a byte offset, counted as text editors do. */
async function lineAt(file: Blob, offset: number, encoding: Encoding): Promise<number> {
  const decoder = lenientDecoderOf(encoding);
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
