import {
  type AttachmentKind,
  attachmentKinds,
  attachmentLimits,
  fileEnding,
  isFittingEnding,
} from '#contract/v1/attachments.ts';
import { detectFileKind } from '#contract/v1/files/file-kind.ts';
import { fileSize } from '#src/lib/numbers.ts';

/** A file that can be sent: its name in two parts, and its warnings. */
export interface Examined {
  /** The name up to the last dot: the part that a user may change. */
  readonly stem: string;
  /** The extension with its dot, such as `.pdf`; always valid for the file's kind. */
  readonly ending: string;
  readonly warnings: readonly string[];
}

/**
 * The result of examining a file: a file that can be sent, or one sentence saying why it cannot.
 */
export type Examination = Examined | { readonly error: string };

/** Bytes read from each end: enough for every signature and for a PDF's trailer. */
const edge = 65_536;

const unreadable = 'This could not be read. If it is a folder, add the files in it instead.';
const isProtected =
  'This PDF is protected. If it asks for a password to open, attach a copy that does not.';

/** Examines a file before it is sent: size, kind by its bytes, name, PDF encryption. */
export async function examineFile(file: File): Promise<Examination> {
  // A file can also be changed or removed while it is read.
  return examine(file).catch(() => ({ error: unreadable }));
}

async function examine(file: File): Promise<Examination> {
  const [head, tail] = await edges(file);
  if (file.size === 0) return { error: 'This file is empty.' };
  if (file.size > attachmentLimits.bytes)
    return { error: `This file is larger than ${fileSize(attachmentLimits.bytes)}.` };

  const read = async (start: number, end: number) => readBytes(file.slice(start, end));
  const { name, size } = file;
  const hasNul = async () => (await read(0, size)).includes(0);
  const found = await detectFileKind({ name, size, read, hasNul });
  if (found.error !== undefined) return found;

  const { kind } = found;
  const { stem, ending, warning } = splitFileName(file.name, kind);
  const warnings = warning === undefined ? [] : [warning];
  if (kind.label === 'PDF' && isProtectedPdf(head, tail)) warnings.push(isProtected);
  return { stem, ending, warnings };
}

/**
 * Returns whether a PDF is encrypted, according to the trailer at the start or the end of the file.
 * An encrypted PDF may still open without a password.
 */
function isProtectedPdf(...parts: readonly Uint8Array[]): boolean {
  const latin1 = new TextDecoder('latin1');
  return parts.some((part) => latin1.decode(part).includes('/Encrypt'));
}

/** Returns the kind that a name's extension belongs to. */
function kindByName(name: string): AttachmentKind | undefined {
  const ending = fileEnding(name);
  return attachmentKinds.find((kind) => kind.extensions.some((one) => one === ending));
}

/** Returns the start and the end of a file. */
async function edges(file: File): Promise<[Uint8Array, Uint8Array]> {
  return Promise.all([readBytes(file.slice(0, edge)), readBytes(file.slice(-edge))]);
}

async function readBytes(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await part.arrayBuffer());
}

/**
 * Splits a name into stem and extension. Replaces an extension of another kind with one of the
 * file's own kind, and adds one if the name has none.
 */
function splitFileName(name: string, kind: AttachmentKind) {
  const named = kindByName(name);
  const at = named ? name.lastIndexOf('.') : name.length;
  const stem = name.slice(0, at);
  if (isFittingEnding(fileEnding(name), kind)) return { stem, ending: name.slice(at) };
  const ending = `.${kind.extensions[0]}`;
  if (!named) return { stem, ending };
  const warning = `The name says ${named.label}, but this is a ${kind.label} file: it will be uploaded as ${stem}${ending}.`;
  return { stem, ending, warning };
}
