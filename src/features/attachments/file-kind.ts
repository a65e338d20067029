import {
  type AttachmentKind,
  attachmentKindNames,
  attachmentKinds,
  fileEnding,
  isPlainText,
  notCsv,
} from '#contract/v1/attachments.ts';
import { oldOffice, zippedOffice } from '#contract/v1/office-files.ts';

/** What a file is by its bytes, or one sentence saying why it cannot be attached. */
export type FileKindResult =
  | { readonly kind: AttachmentKind; readonly error?: undefined }
  | { readonly error: string; readonly kind?: undefined };

const unknownKind = `This kind of file cannot be attached. Attach ${attachmentKindNames}.`;

/**
 * Returns the kind of a file by its bytes, as the service determines it. The browser's media type
 * is no help: for a CSV on Windows it is empty or unusual. The extension decides only for plain
 * text and for kinds that share one container format.
 */
export async function fileKind(file: File, head: Uint8Array): Promise<FileKindResult> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
  const start = String.fromCharCode(...head.subarray(0, 12));
  if (start.startsWith('%PDF-')) return found('PDF');
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return found('PNG');
  if (start.startsWith('\xFF\xD8\xFF')) return found('JPEG');
  if (/^RIFF[^]{4}WEBP/.test(start)) return found('WebP');
  if (/^[^]{4}ftyp(?:hei[cx]|hev[cx]|m[is]f1)/.test(start)) return found('HEIC');
  if (start.startsWith('PK\x03\x04')) {
    const office = await zippedOffice(read, file.size);
    return office?.error === undefined ? found(office?.label) : { error: office.error };
  }
  const ending = fileEnding(file.name);
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) {
    const office = oldOffice(await read(0, file.size), ending);
    return office.error === undefined ? found(office.label) : { error: office.error };
  }
  if (ending !== 'csv') return { error: unknownKind };
  const isCsv = isPlainText(head) && !(await read(0, file.size)).includes(0);
  return isCsv ? found('CSV') : { error: notCsv };
}

/** Returns the kind that a name's extension belongs to. */
export function kindByName(name: string): AttachmentKind | undefined {
  const ending = fileEnding(name);
  return attachmentKinds.find((kind) => kind.extensions.some((one) => one === ending));
}

/**
 * Returns whether a PDF is encrypted, according to the trailer at the start or the end of the file.
 * An encrypted PDF may still open without a password.
 */
export function isProtectedPdf(head: Uint8Array, tail: Uint8Array): boolean {
  return text(head).includes('/Encrypt') || text(tail).includes('/Encrypt');
}

function found(label: AttachmentKind['label'] | undefined): FileKindResult {
  const kind = attachmentKinds.find((one) => one.label === label);
  return kind ? { kind } : { error: unknownKind };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
