import { fileTypeFromBuffer } from 'file-type';

import { attachmentKinds, attachmentKindsSentence } from '#contract/v1/attachments.ts';

import { type ReadRange, zipNames } from './zip-names.ts';

/** A file as it lies in the store, not yet judged. */
export interface UnjudgedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Whether there is a zero byte anywhere. */
  readonly hasNul: boolean;
  readonly read: ReadRange;
}

type Verdict =
  | { readonly mediaType: string; readonly fault?: undefined }
  | { readonly fault: string };
type Kind = (typeof attachmentKinds)[number];

const refused = {
  fault: `This kind of file cannot be attached. Attach ${attachmentKindsSentence}`,
};
const headLength = 64 * 1024;

/**
 * What a file is, by its bytes; the sender's word for it counts for nothing. The name decides only what bytes leave open: which of the
 * old Office kinds, and whether text is CSV. It has to end as that kind of file does; among pictures any picture's ending will do,
 * because phones and browsers rename them freely.
 */
export async function judgeFile(file: UnjudgedFile): Promise<Verdict> {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const found = await mediaTypeOf(file, ending);
  if ('fault' in found) return found;
  const kind = attachmentKinds.find(({ mediaTypes }) => isOneOf(found.mediaType, mediaTypes));
  if (!kind) return refused;
  const fitting = isPicture(kind)
    ? attachmentKinds.filter(isPicture).flatMap(({ extensions }) => extensions)
    : kind.extensions;
  if (isOneOf(ending, fitting)) return found;
  return {
    fault: `This is a ${kind.label} file: its name has to end in .${kind.extensions.join(' or .')}.`,
  };
}

async function mediaTypeOf(file: UnjudgedFile, ending: string): Promise<Verdict> {
  const head = await file.read(0, Math.min(file.size, headLength));
  if (head.subarray(0, 4).equals(zipMark)) return officeDocument(file, head);
  const detected = await fileTypeFromBuffer(head);
  if (detected?.mime === 'application/x-cfb') return oldOffice(file, ending);
  if (detected?.mime === 'image/apng') return { mediaType: 'image/png' };
  if (detected?.mime.startsWith('image/hei'))
    return { mediaType: detected.mime.replace('-sequence', '') };
  const isKnown = attachmentKinds.some(({ mediaTypes }) => isOneOf(detected?.mime, mediaTypes));
  if (detected && isKnown) return { mediaType: detected.mime };
  return ending === 'csv' ? commaSeparated(file, head) : refused;
}

const zipMark = Buffer.from('PK\x03\x04', 'latin1');
const macros = { fault: 'This file can carry macros. Save it as .docx or .xlsx and attach that.' };

async function officeDocument(file: UnjudgedFile, head: Buffer): Promise<Verdict> {
  const names = (await zipNames(file.read, file.size)).map((name) => name.toLowerCase());
  const detected = await fileTypeFromBuffer(head);
  if (
    names.some((name) => name.endsWith('vbaproject.bin')) ||
    detected?.mime.includes('macroenabled')
  )
    return macros;
  if (!names.includes('[content_types].xml')) return refused;
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  if (has('word/')) return { mediaType: mediaTypeFor('docx') };
  return has('xl/') ? { mediaType: mediaTypeFor('xlsx') } : refused;
}

// The folder that macros lie in, as old Office writes names: two bytes a letter.
const macroFolder = Buffer.from('_VBA_PROJECT', 'utf16le');

/** Word and Excel of old share one container, which tells them apart only deep inside: the name decides. */
async function oldOffice(file: UnjudgedFile, ending: string): Promise<Verdict> {
  if ((await file.read(0, file.size)).includes(macroFolder)) return macros;
  return ending === 'doc' || ending === 'xls'
    ? { mediaType: mediaTypeFor(ending) }
    : {
        fault:
          'This is an old Office file: its name has to end in .doc or .xls, and it has to be one.',
      };
}

/** Plain text has no zero bytes (which UTF-16 is full of) and no control characters, and does not begin with a tag. */
function commaSeparated(file: UnjudgedFile, head: Buffer): Verdict {
  const text = head.toString('latin1').replace(/^\xEF\xBB\xBF/, '');
  const isPlain = !file.hasNul && !head.some(isControl) && !/^\s*<|^\{\\rtf/.test(text);
  return isPlain
    ? { mediaType: mediaTypeFor('csv') }
    : {
        fault:
          'The name says CSV, but this is not a plain text file. Save it as CSV and attach that.',
      };
}

/** A byte that is no text: below space, but not a tab or a line's end. */
function isControl(byte: number): boolean {
  return byte < 32 && (byte < 9 || byte > 13);
}

/** The media type that goes with a name's ending. */
function mediaTypeFor(ending: 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx'): string {
  const kind = attachmentKinds.find(({ extensions }) => isOneOf(ending, extensions));
  const index = kind?.extensions.findIndex((one) => one === ending) ?? 0;
  return kind?.mediaTypes[index] ?? 'application/octet-stream';
}

function isPicture({ mediaTypes }: Kind): boolean {
  return mediaTypes[0].startsWith('image/');
}

function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value !== undefined && values.includes(value);
}
