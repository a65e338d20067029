import type { FileKind } from './recognition.ts';

/**
 * Returns the kind of a file that is not text or not a table, whatever its name; null if the file
 * may be CSV.
 */
export function signatureOf(bytes: Uint8Array): { kind: FileKind; name: string } | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4_096));
  if (start.startsWith('PK\u0003\u0004')) return zipped(start);
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')) {
    return { kind: 'old-workbook', name: 'an old Excel workbook (.xls)' };
  }
  if (start.startsWith('%PDF-')) return { kind: 'pdf', name: 'a PDF' };
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
