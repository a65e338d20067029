import type { SheetReadOptions } from './workbook.ts';
import type { Vocabulary } from './xml-names.ts';
import { XmlScanner, type XmlHandler } from './xml-scanner.ts';
import type { ZipFile } from './zip-file.ts';

/**
 * Scans a part of a workbook, until its handler needs no more.
 * @throws Error with a sentence for the user if it is damaged; the signal's reason if it is aborted
 */
export async function scanPart(
  zip: ZipFile,
  name: string,
  handler: XmlHandler,
  vocabulary: Vocabulary,
  { signal, onProgress }: SheetReadOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(handler, vocabulary);
  await zip.read(
    name,
    (text, share) => {
      scanner.push(text);
      onProgress?.(share);
      return handler.isDone !== true;
    },
    signal,
  );
  if (handler.isDone !== true) scanner.end();
}
