import { OdsReader, openDocumentNames } from './ods-reader.ts';
import { damaged } from './workbook-errors.ts';
import type { RowReceiver, Workbook } from './workbook.ts';
import { XmlScanner } from './xml-scanner.ts';
import type { ZipFile } from './zip-file.ts';

const content = 'content.xml';

/**
 * Opens an OpenDocument spreadsheet (ISO/IEC 26300). Returns null if the container is another kind
 * of document. All sheets are in one part, which is scanned once for their names.
 */
export async function openOds(zip: ZipFile): Promise<Workbook | null> {
  const names = new OdsReader(null);
  const scanner = new XmlScanner(names, openDocumentNames);
  await zip.read(content, (text) => scanner.push(text));
  scanner.end();
  if (!names.isSpreadsheet) return null;
  return {
    kind: 'open-document',
    sheets: names.sheets,
    async readSheet(index: number, receiver: RowReceiver, { signal, onProgress } = {}) {
      if (names.sheets[index] === undefined) throw new Error(damaged);
      const reader = new OdsReader({ index, receiver });
      const sheetScanner = new XmlScanner(reader, openDocumentNames);
      await zip.read(
        content,
        (text, share) => {
          sheetScanner.push(text);
          onProgress?.(share);
          return !reader.isDone;
        },
        signal,
      );
      return reader.findings;
    },
  };
}
