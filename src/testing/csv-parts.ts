import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';

/** A row of a file with the columns of its first four cells. */
export const ada = 'Ada,Lovelace,Engines Ltd,+61491570156';
/** A file of one row in the template's form. */
export const plain = `${templateHeader}\r\n${ada}\r\n`;

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
