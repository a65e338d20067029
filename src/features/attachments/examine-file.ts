import {
  type AttachmentKind,
  attachmentLimits,
  fileEnding,
  isFittingEnding,
} from '#contract/v1/attachments.ts';
import { fileSize } from '#src/lib/numbers.ts';

import { fileKind, isProtectedPdf, kindByName } from './file-kind.ts';
import { thumbnailOf } from './thumbnail.ts';

/** A file that can go: its name in two parts, what looks odd about it, and what tells it from others. */
export interface Examined {
  /** The name up to the last dot: what a person may change. */
  readonly stem: string;
  /** `.pdf`; always one that its kind goes by. */
  readonly ending: string;
  readonly warnings: readonly string[];
  /** SHA-256 of the bytes; absent where the file is large or the page is not served securely. */
  readonly digest?: string | undefined;
  /** A small picture as a data URL; absent where the browser cannot draw it. */
  readonly thumbnail?: string | undefined;
}

/** What an examination ends with: a file that can go, or one sentence saying why it cannot. */
export type Examination = Examined | { readonly error: string };

/** Bytes read from each end: enough for every signature and a PDF's trailer. */
const edge = 65_536;
/** Bytes up to which the whole file is read to tell it from others. */
const maxDigestedBytes = 8 * 1024 * 1024;

const unreadable = 'This could not be read. If it is a folder, add the files in it instead.';
const isProtected =
  'This PDF is protected. If it asks for a password to open, attach a copy that does not.';

/** Looks at a file before it is sent: size, kind by its bytes, name, a password, a picture. */
export async function examineFile(file: File): Promise<Examination> {
  const [head, tail] = await edges(file);
  if (!head || !tail) return { error: unreadable };
  if (file.size === 0) return { error: 'This file is empty.' };
  if (file.size > attachmentLimits.bytes)
    return { error: `This file is larger than ${fileSize(attachmentLimits.bytes)}.` };

  const { kind, error } = await fileKind(file, head);
  if (error !== undefined) return { error };

  const { stem, ending, warning } = splitName(file.name, kind);
  const warnings = warning === undefined ? [] : [warning];
  if (kind.label === 'PDF' && isProtectedPdf(head, tail)) warnings.push(isProtected);
  return {
    stem,
    ending,
    warnings,
    digest: await digestOf(file),
    thumbnail: await thumbnailOf(file, kind),
  };
}

async function edges(file: File): Promise<Uint8Array[]> {
  try {
    const parts = [file.slice(0, edge), file.slice(-edge)];
    return await Promise.all(parts.map(async (part) => new Uint8Array(await part.arrayBuffer())));
  } catch {
    return [];
  }
}

/** The name in two parts. An ending that belongs to another kind, or none, is replaced by one of the file's own kind. */
function splitName(
  name: string,
  kind: AttachmentKind,
): Pick<Examined, 'stem' | 'ending'> & { warning?: string } {
  const named = kindByName(name);
  const at = named ? name.lastIndexOf('.') : name.length;
  const stem = name.slice(0, at);
  if (isFittingEnding(fileEnding(name), kind)) return { stem, ending: name.slice(at) };
  const ending = `.${kind.extensions[0]}`;
  if (!named) return { stem, ending };
  const warning = `The name says ${named.label}, but this is a ${kind.label} file: it goes as ${stem}${ending}.`;
  return { stem, ending, warning };
}

/** Outside https and localhost the browser keeps its digests to itself. */
async function digestOf(file: File): Promise<string | undefined> {
  if (file.size > maxDigestedBytes || !('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
