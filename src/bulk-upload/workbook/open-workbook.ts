import { openOds } from './ods-workbook.ts';
import { withOwnNames } from './sheet-names.ts';
import type { Workbook } from './workbook.ts';
import { openXlsx } from './xlsx-workbook.ts';
import { ZipFile } from './zip-file.ts';

/** A zip container that is no workbook which can be read. */
export type UnreadableKind = 'encrypted' | 'binary-workbook' | 'numbers' | 'other';

/**
 * Opens a workbook in a zip container, and returns what the container is if it is none.
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
