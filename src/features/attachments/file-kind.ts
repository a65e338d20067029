import { attachmentKinds } from '#contract/v1/attachments.ts';

/** One of the kinds of file that can be attached. */
export type FileKind = (typeof attachmentKinds)[number];
type KindLabel = FileKind['label'];

/** What a file is by its bytes, or one sentence saying why it cannot be attached. */
export type KindVerdict =
  | { readonly kind: FileKind; readonly fault?: undefined }
  | { readonly fault: string; readonly kind?: undefined };

const kindNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  attachmentKinds.map((kind) => kind.label),
);
const unknownKind = `This kind of file cannot be attached. Attach ${kindNames}.`;
const notCsv = 'The name says CSV, but this is not a plain text file.';
const notOffice = 'The name says Word or Excel, but this file is neither.';
const macros = 'This file carries macros. Save it as .docx or .xlsx and attach that.';

/**
 * Tells the kind of a file from its first and last bytes; the browser's word for it is no help: a CSV has an empty or odd
 * media type on Windows. Only where several kinds share one container, and for plain text, does the name decide.
 */
export function fileKind(name: string, head: Uint8Array, tail: Uint8Array): KindVerdict {
  const start = String.fromCharCode(...head.subarray(0, 12));
  if (start.startsWith('%PDF-')) return found('PDF');
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return found('PNG');
  if (start.startsWith('\xFF\xD8\xFF')) return found('JPEG');
  if (/^RIFF[^]{4}WEBP/.test(start)) return found('WebP');
  if (/^[^]{4}ftyp(?:hei[cfx]|hev[cx]|m[is]f1)/.test(start)) return found('HEIC');
  if (start.startsWith('PK\x03\x04')) return zipped(text(tail));
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return oldOffice(name);
  return kindByName(name)?.label === 'CSV' ? plainText(head) : { fault: unknownKind };
}

/** The kind that a name's ending stands for. */
export function kindByName(name: string): FileKind | undefined {
  const ending = fileEnding(name).toLowerCase();
  return attachmentKinds.find((kind) => kind.extensions.some((one) => one === ending));
}

/** Whether a kind is a picture. Their endings are as good as each other: phones and browsers mix them up. */
export function isPicture(kind: FileKind): boolean {
  return kind.mediaTypes[0].startsWith('image/');
}

/** What follows the last dot of a name; empty without one. */
export function fileEnding(name: string): string {
  return /[^.]\.([^.\s]+)$/.exec(name)?.[1] ?? '';
}

/** Whether a PDF is encrypted: its trailer, at the start or the end of the file, says so. It may still open without a password. */
export function isProtectedPdf(head: Uint8Array, tail: Uint8Array): boolean {
  return text(head).includes('/Encrypt') || text(tail).includes('/Encrypt');
}

function found(label: KindLabel): KindVerdict {
  const kind = attachmentKinds.find((one) => one.label === label);
  return kind ? { kind } : { fault: unknownKind };
}

/** A zip container lists its parts at its end. */
function zipped(parts: string): KindVerdict {
  if (parts.includes('vbaProject.bin')) return { fault: macros };
  if (parts.includes('word/')) return found('Word');
  if (parts.includes('xl/')) return found('Excel');
  return { fault: unknownKind };
}

function oldOffice(name: string): KindVerdict {
  const kind = kindByName(name);
  return kind?.label === 'Word' || kind?.label === 'Excel' ? { kind } : { fault: notOffice };
}

/** Control characters are no text, and UTF-16 is full of them; a web page saved as CSV begins with a tag. */
function plainText(head: Uint8Array): KindVerdict {
  const isMarkup = /^\uFEFF?\s*</.test(new TextDecoder().decode(head));
  return head.some(isControl) || isMarkup ? { fault: notCsv } : found('CSV');
}

function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
