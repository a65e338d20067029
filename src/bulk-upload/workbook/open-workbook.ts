import { maxSheetNameLength } from '#contract/bulk-upload/parse-options.ts';

import type { Workbook, WorkbookSheet } from './workbook.ts';
import { openXlsx } from './xlsx-workbook.ts';
import { ZipFile } from './zip-file.ts';

/** A zip container that is no workbook which can be read. */
export type UnreadableKind =
  | 'encrypted'
  | 'binary-workbook'
  | 'open-document'
  | 'numbers'
  | 'other';

/**
 * Opens a workbook in a zip container, and returns what the container is if it is none.
 * @throws Error with a sentence for the user if it is damaged
 */
export async function openWorkbook(file: Blob): Promise<Workbook | UnreadableKind> {
  const zip = await ZipFile.open(file);
  const mimetype = await zip.text('mimetype');
  if (mimetype.includes('opendocument.spreadsheet')) return 'open-document';
  if (zip.has('xl/workbook.bin')) return 'binary-workbook';
  if (zip.has('Index/Document.iwa') || zip.has('Index.zip')) return 'numbers';
  const workbook = await openXlsx(zip);
  return workbook === null ? 'other' : { ...workbook, sheets: withOwnNames(workbook.sheets) };
}

/**
 * Returns the sheets of a workbook with names that can be stored and differ from each other. A
 * program can have written any names; those that a spreadsheet allows stay as they are.
 */
export function withOwnNames(sheets: readonly WorkbookSheet[]): WorkbookSheet[] {
  const used = new Set<string>();
  const next = new Map<string, number>();
  return sheets.map((sheet, index) => {
    const plain = storableName(sheet.name) || `Sheet ${index + 1}`;
    let name = plain;
    for (let number = next.get(plain) ?? 2; used.has(name); number += 1) {
      name = numbered(plain, number);
      next.set(plain, number + 1);
    }
    used.add(name);
    return { ...sheet, name };
  });
}

/** Returns a name without characters that can't be stored, cut to the limit. */
function storableName(name: string): string {
  return cut(name.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '), maxSheetNameLength);
}

function numbered(name: string, number: number): string {
  const end = ` (${number})`;
  return cut(name, maxSheetNameLength - end.length) + end;
}

/** Returns the start of a text; a character of two code units isn't cut in two. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
