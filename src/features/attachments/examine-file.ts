import {
  type AttachmentKind,
  attachmentKinds,
  attachmentLimits,
  fileEnding,
  isFittingEnding,
  isPicture,
} from '#contract/v1/attachments.ts';
import { detectFileKind } from '#contract/v1/files/file-kind.ts';
import { fileSize } from '#src/lib/numbers.ts';

/** A file that can be sent: its name in two parts, its warnings and what identifies its content. */
export interface Examined {
  /** The name up to the last dot: the part that a user may change. */
  readonly stem: string;
  /** The extension with its dot, such as `.pdf`; always valid for the file's kind. */
  readonly ending: string;
  readonly warnings: readonly string[];
  /** SHA-256 of the bytes; absent if the file is large or the page is not a secure context. */
  readonly digest?: string | undefined;
  /** A small image as a data URL; absent if the browser cannot decode the file. */
  readonly thumbnail?: string | undefined;
}

/**
 * The result of examining a file: a file that can be sent, or one sentence saying why it cannot.
 */
export type Examination = Examined | { readonly error: string };

/** Bytes read from each end: enough for every signature and for a PDF's trailer. */
const edge = 65_536;
/** Maximum size in bytes of a file that is hashed to detect duplicates. */
const maxDigestedBytes = 8 * 1024 * 1024;

const unreadable = 'This could not be read. If it is a folder, add the files in it instead.';
const isProtected =
  'This PDF is protected. If it asks for a password to open, attach a copy that does not.';

/**
 * Examines a file before it is sent: size, kind by its bytes, name, PDF encryption, digest,
 * thumbnail.
 */
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
  return {
    stem,
    ending,
    warnings,
    digest: await computeDigest(file),
    thumbnail: await makeThumbnail(file, kind),
  };
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
function splitFileName(
  name: string,
  kind: AttachmentKind,
): Pick<Examined, 'stem' | 'ending'> & { warning?: string } {
  const named = kindByName(name);
  const at = named ? name.lastIndexOf('.') : name.length;
  const stem = name.slice(0, at);
  if (isFittingEnding(fileEnding(name), kind)) return { stem, ending: name.slice(at) };
  const ending = `.${kind.extensions[0]}`;
  if (!named) return { stem, ending };
  const warning = `The name says ${named.label}, but this is a ${kind.label} file: it will be uploaded as ${stem}${ending}.`;
  return { stem, ending, warning };
}

/**
 * Returns the file's SHA-256. Returns undefined for large files and outside secure contexts (https
 * and localhost), where `crypto.subtle` is missing.
 */
async function computeDigest(file: File): Promise<string | undefined> {
  if (file.size > maxDigestedBytes || !('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In pixels: twice the displayed 32, for high-density screens. */
const side = 64;

/**
 * Returns a small square thumbnail of an image file as a data URL, because the page's content
 * security policy blocks `blob:`. Returns undefined for other files, and for images that the
 * browser cannot decode, such as HEIC in most browsers.
 */
async function makeThumbnail(file: File, kind: AttachmentKind): Promise<string | undefined> {
  if (!isPicture(kind)) return undefined;
  try {
    const picture = await createImageBitmap(file);
    return drawn(picture);
  } catch {
    return undefined;
  }
}

/** Draws the centre of the image, scaled to fill the square. */
function drawn(picture: ImageBitmap): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const scale = side / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas
    .getContext('2d')
    ?.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
  picture.close();
  return canvas.toDataURL('image/webp', 0.8);
}
