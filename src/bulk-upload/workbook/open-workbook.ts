import { maxSheetNameLength } from '#contract/bulk-upload/parse-options.ts';

import { OdsReader, openDocumentNames } from './ods-reader.ts';
import { damaged, type Workbook, type WorkbookSheet } from './workbook.ts';
import { openXlsx } from './xlsx-workbook.ts';
import { scanPart, ZipFile } from './zip-file.ts';

/** A zip container that is not a readable workbook. */
export type UnreadableKind = 'encrypted' | 'binary-workbook' | 'numbers' | 'other';

/**
 * Opens a workbook in a zip container. Returns the kind of the container if it is not a workbook.
 * @throws Error with a sentence for the user if it is damaged
 */
export async function openWorkbook(file: Blob): Promise<Workbook | UnreadableKind> {
  const zip = await ZipFile.open(file);
  if (zip.has('content.xml')) {
    const manifest = await zip.text('META-INF/manifest.xml');
    if (manifest.includes('encryption-data')) return 'encrypted';
    return named(await openOds(zip));
  }
  if (zip.has('xl/workbook.bin')) return 'binary-workbook';
  if (zip.has('Index/Document.iwa') || zip.has('Index.zip')) return 'numbers';
  return named(await openXlsx(zip));
}

function named(workbook: Workbook | null): Workbook | 'other' {
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
    const base = storableName(sheet.name) || `Sheet ${index + 1}`;
    let name = base;
    for (let number = next.get(base) ?? 2; used.has(name); number += 1) {
      name = numbered(base, number);
      next.set(base, number + 1);
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

const content = 'content.xml';

/**
 * Opens an OpenDocument spreadsheet (ISO/IEC 26300). Returns null if the container is another kind
 * of document. All sheets are in one part, which is scanned once for their names.
 */
async function openOds(zip: ZipFile): Promise<Workbook | null> {
  const names = new OdsReader(null);
  await scanPart(zip, content, names, openDocumentNames);
  if (!names.isSpreadsheet) return null;
  return {
    kind: 'open-document',
    sheets: names.sheets,
    async readSheet(index, receiver, options) {
      if (names.sheets[index] === undefined) throw new Error(damaged);
      const reader = new OdsReader({ index, receiver });
      await scanPart(zip, content, reader, openDocumentNames, options);
      return reader.findings;
    },
  };
}
