import {
  attachmentKindNames,
  attachmentKinds,
  fileEnding,
  isCsvText,
  notCsv,
  type AttachmentKind,
} from '#contract/v1/attachments.ts';

import { findSignature, hasPdfHeader, type ReadRange } from './file-bytes.ts';
import { oldOffice, zippedOffice } from './office-files.ts';

/** A file whose kind is to be detected. */
export interface UnknownFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly read: ReadRange;
  /** Returns whether the file has a zero byte anywhere. Called for text only. */
  readonly hasNul: () => boolean | Promise<boolean>;
}

/** The kind of a file by its bytes, or a sentence that says why it cannot be attached. */
export type FileKindResult =
  | { readonly kind: AttachmentKind; readonly mediaType: string; readonly error?: undefined }
  | { readonly error: string };

/** Bytes read to tell text from other content. */
const headLength = 64 * 1024;
const unknownKind: FileKindResult = {
  error: `This kind of file cannot be attached. Attach ${attachmentKindNames}.`,
};

/**
 * Returns the kind of a file, detected from its bytes, in the browser before it is sent and in the
 * service when it has arrived. The media type that the sender declares is ignored. The name only
 * decides what the bytes leave open: which old Office format it is, and whether text is CSV.
 */
export async function detectFileKind(file: UnknownFile): Promise<FileKindResult> {
  const head = await file.read(0, Math.min(file.size, headLength));
  const ending = fileEnding(file.name);
  const signature = findSignature(head);
  switch (signature) {
    case 'zip': {
      const office = await zippedOffice(file.read, file.size);
      if (!office) return unknownKind;
      return office.error === undefined ? found(office.label) : office;
    }
    case 'compound': {
      const office = await oldOffice(file.read, file.size, ending);
      return office.error === undefined ? found(office.label, 1) : office;
    }
    case 'HEIF':
      return found('HEIC', 1);
    case undefined:
      if (ending === 'csv')
        return isCsvText(head) && !(await file.hasNul()) ? found('CSV') : { error: notCsv };
      if (hasPdfHeader(head)) return found('PDF');
      return officeEndings.has(ending) && isText(head) ? { error: notOffice(ending) } : unknownKind;
    default:
      return found(signature);
  }
}

const officeEndings = new Set(['xls', 'xlsx', 'doc', 'docx']);

/** Returns whether the start of a file is text, also that of a web page. */
const isText = (head: Uint8Array): boolean => head.every((byte) => byte >= 32 || isSpace(byte));
const isSpace = (byte: number): boolean => byte >= 9 && byte <= 13;

/**
 * Returns the error for a web page or a table of text under the name of an Office file, as many
 * programs export them: Office opens them, the lender’s programs don’t.
 */
function notOffice(ending: string): string {
  const isSheet = ending.startsWith('xls');
  const [program, as] = isSheet ? ['Excel', '.xlsx'] : ['Word', '.docx'];
  return `The name says .${ending}, but this is a web page or plain text. Open it in ${program}, save it as ${as} and attach that.`;
}

/** Returns a kind by its label, with one of its media types. */
function found(label: AttachmentKind['label'], mediaTypeIndex = 0): FileKindResult {
  const kind = attachmentKinds.find((one) => one.label === label);
  const mediaType = kind?.mediaTypes[mediaTypeIndex];
  return kind && mediaType !== undefined ? { kind, mediaType } : unknownKind;
}
