import { fileTypeFromBuffer } from 'file-type';

import {
  attachmentKinds,
  attachmentKindsSentence,
  fileEnding,
  isFittingEnding,
  isPlainText,
  notCsv,
} from '#contract/v1/attachments.ts';
import {
  officeErrors,
  oldOffice,
  type ReadRange,
  zippedOffice,
} from '#contract/v1/office-files.ts';

/** A stored file that is not yet validated. */
export interface UnvalidatedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Whether the file contains a NUL byte. */
  readonly hasNul: boolean;
  readonly read: ReadRange;
}

type FileValidation =
  | { readonly mediaType: string; readonly error?: undefined }
  | { readonly error: string };

const rejected = {
  error: `This kind of file cannot be attached. Attach ${attachmentKindsSentence}`,
};
const headLength = 64 * 1024;

/**
 * Returns the media type of a file, detected from its bytes; the media type that the sender
 * declares is ignored. The name only decides what the bytes leave open: which old Office format it
 * is, and whether text is CSV. The file extension must match the detected kind.
 */
export async function validateFile(file: UnvalidatedFile): Promise<FileValidation> {
  const ending = fileEnding(file.name);
  const found = await mediaTypeOf(file, ending);
  if ('error' in found) return found;
  const kind = attachmentKinds.find(({ mediaTypes }) => isOneOf(found.mediaType, mediaTypes));
  if (!kind) return rejected;
  if (isFittingEnding(ending, kind)) return found;
  return {
    error: `This is a ${kind.label} file: its name must end in .${kind.extensions.join(' or .')}.`,
  };
}

async function mediaTypeOf(file: UnvalidatedFile, ending: string): Promise<FileValidation> {
  const head = await file.read(0, Math.min(file.size, headLength));
  const detected = await fileTypeFromBuffer(head);
  if (isZip(head)) {
    if (detected?.mime.includes('macroenabled')) return { error: officeErrors.macros };
    const found = await zippedOffice(file.read, file.size);
    if (!found) return rejected;
    if (found.error !== undefined) return found;
    return { mediaType: mediaTypeFor(found.label === 'Word' ? 'docx' : 'xlsx') };
  }
  if (detected?.mime === 'application/x-cfb') {
    const found = oldOffice(await file.read(0, file.size), ending);
    if (found.error !== undefined) return found;
    return { mediaType: mediaTypeFor(found.label === 'Word' ? 'doc' : 'xls') };
  }
  if (detected?.mime === 'image/apng') return { mediaType: 'image/png' };
  if (detected?.mime.startsWith('image/hei'))
    return { mediaType: detected.mime.replace('-sequence', '') };
  const isKnown = attachmentKinds.some(({ mediaTypes }) => isOneOf(detected?.mime, mediaTypes));
  if (detected && isKnown) return { mediaType: detected.mime };
  if (ending !== 'csv') return rejected;
  const isCsv = !file.hasNul && isPlainText(head);
  return isCsv ? { mediaType: mediaTypeFor('csv') } : { error: notCsv };
}

function isZip(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 4)) === 'PK\x03\x04';
}

/** Returns the media type for a file extension. */
function mediaTypeFor(ending: 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx'): string {
  const kind = attachmentKinds.find(({ extensions }) => isOneOf(ending, extensions));
  const index = kind?.extensions.findIndex((one) => one === ending) ?? 0;
  return kind?.mediaTypes[index] ?? 'application/octet-stream';
}

function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value !== undefined && values.includes(value);
}
