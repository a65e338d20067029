import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import type { RowSlice } from '#src/bulk-upload/reader/row-format.ts';
import { readFileRows, type ReadOptions } from '#src/bulk-upload/reader/row-reader.ts';

import { exact } from './fake-upload.ts';

/** A row of a file with the columns of its first four cells. */
export const ada = 'Ada,Lovelace,Engines Ltd,+61491570156';
/** A file of one row in the template's form. */
export const validCsv = `${templateHeader}\r\n${ada}\r\n`;

/** Returns a text as bytes, one per character code. */
export function latin(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(bytes.buffer);
}

/** Recognises a file made of parts. */
export function recogniseParts(...parts: BlobPart[]) {
  return recognise(new File(parts, 'leads.csv'));
}

/** The byte-order mark of UTF-8. */
export const mark = latin('\u00ef\u00bb\u00bf');

/** Reads a file made of parts: the numbers and the first three cells of its rows, and the rest. */
export async function readParts(
  parts: BlobPart[],
  options: ParseOptions = exact,
  more: ReadOptions = {},
) {
  const rows: [number, ...string[]][] = [];
  /** The numbers and widths of rows that are wider than the template. */
  const wide: [number, number][] = [];
  const onSlice = (slice: RowSlice) => {
    for (const [at, row] of slice.rows.entries()) {
      rows.push([slice.firstRow + at, ...row.slice(0, 3)]);
      if (row.length !== templateColumns.length) wide.push([slice.firstRow + at, row.length]);
    }
  };
  const file = await readFileRows(new File(parts, 'leads.csv'), options, onSlice, more);
  return { rows, wide, file };
}
